import type { ErrorCode } from '../../../src/errors.ts';
import type { FieldNode } from '../../../src/knowql/canonical/form.ts';
import { queryRequestForm } from '../../../src/knowql/canonical/request.ts';
import { type ConformanceCase, refused } from './conformance-case.ts';

const CODES: Readonly<Partial<Record<string, ErrorCode>>> = { scope: 'invalid_scope', shape: 'invalid_shape' };

/** For each kind of member, values of every other kind. */
const WRONG: Readonly<Partial<Record<FieldNode['form']['kind'], readonly unknown[]>>> = {
  string: [7, true, ['a'], { a: 1 }, null],
  list: ['a', 7, true, { a: 1 }, null],
  object: ['a', 7, true, ['a'], null],
  boolean: ['true', 1, ['a'], { a: 1 }, null],
  integer: ['1', true, ['a'], { a: 1 }, null, 1.5, -1, 0, 2 ** 53],
  'one-of': [7, true, ['a'], { a: 1 }, null, '', 'LOW', 'maximum'],
};

/** Every field of the query document, with every wrong type: read out of the field table, so that none is missed. */
export const TYPE_CASES: readonly ConformanceCase[] = queryRequestForm.fields.flatMap(({ canonical, form }) => [
  ...(WRONG[form.kind] ?? []).map((value) =>
    refused(`${canonical}: ${JSON.stringify(value)}`, { [canonical]: value }, [
      CODES[canonical] ?? 'bad_request',
      canonical,
    ]),
  ),
  ...(form.kind === 'list'
    ? [7, null, ['a'], { a: 1 }].map((value) =>
        refused(`${canonical}: ["a", ${JSON.stringify(value)}]`, { [canonical]: ['a', value] }, [
          CODES[canonical] ?? 'bad_request',
          `${canonical}[1]`,
        ]),
      )
    : []),
]);
