import type { JsonObject } from '../../lib/json.ts';
import { ShapeFault } from './shape-fault.ts';

export type Dialect = '2020-12' | 'draft-07';

const BY_NAME: ReadonlyMap<string, Dialect> = new Map([
  ['json-schema.org/draft/2020-12/schema', '2020-12'],
  ['json-schema.org/draft-07/schema', 'draft-07'],
]);

/**
 * The dialect that a shape names in `$schema`; 2020-12 when it names none.
 * @throws ShapeFault
 */
export function dialectOf(shape: JsonObject): Dialect {
  const name = shape['$schema'];
  if (name === undefined) return '2020-12';
  const dialect =
    typeof name === 'string' ? BY_NAME.get(name.replace(/^https?:\/\//, '').replace(/#$/, '')) : undefined;
  if (dialect !== undefined) return dialect;
  throw new ShapeFault(
    '/$schema',
    'must be https://json-schema.org/draft/2020-12/schema or http://json-schema.org/draft-07/schema#, or be left out',
  );
}
