import type { CompiledArtifact, CompiledType } from '../../engine/ports/compiler.ts';
import { GatewayError } from '../../errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json.ts';

type NamedType = Exclude<CompiledType, 'summary'>;

const WHAT: Readonly<
  Record<NamedType, { readonly member: string; readonly most: number; readonly description: string }>
> = {
  topic: {
    member: 'topics',
    most: 10,
    description: 'The subjects that the document is about, each with what it says of it.',
  },
  entity: {
    member: 'entities',
    most: 20,
    description:
      'People, organisations, products and places that matter in the document, each with what it says of them.',
  },
  event: {
    member: 'events',
    most: 20,
    description: 'What happened or is due, each with its date as the document gives it.',
  },
};
const MAX_NAME = 120;
const MAX_TEXT = 2_000;
const MAX_SUMMARY = 4_000;

/** JSON Schema of what a model is to say of a document. */
export function compileShape(types: readonly CompiledType[]): JsonObject {
  const named = types.filter((type) => type !== 'summary');
  const properties: Record<string, JsonValue> = {};
  if (named.length < types.length) {
    properties['summary'] = { type: 'string', description: 'What the document says, in at most ten sentences.' };
  }
  for (const type of named) {
    const { member, most, description } = WHAT[type];
    properties[member] = {
      type: 'array',
      description,
      maxItems: most,
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'As the document calls it, in a few words.' },
          text: { type: 'string', description: 'One to three sentences.' },
        },
        required: ['name', 'text'],
      },
    };
  }
  return { type: 'object', properties, required: Object.keys(properties) };
}

/**
 * The artifacts in what a model said; what is not as it was asked for is left out.
 * @throws GatewayError when nothing is left.
 */
export function readCompiled(
  value: JsonValue,
  { types, title, model }: { readonly types: readonly CompiledType[]; readonly title: string; readonly model: string },
): readonly CompiledArtifact[] {
  const said = isJsonObject(value) ? value : {};
  const artifacts = types.flatMap((type): readonly CompiledArtifact[] => {
    if (type === 'summary') {
      const text = textOf(said['summary'], MAX_SUMMARY);
      return text === undefined ? [] : [{ type, name: title, text }];
    }
    const { member, most } = WHAT[type];
    const items = said[member];
    if (!Array.isArray(items)) return [];
    return (items as readonly JsonValue[]).slice(0, most).flatMap((item) => {
      const name = isJsonObject(item) ? textOf(item['name'], MAX_NAME) : undefined;
      const text = isJsonObject(item) ? textOf(item['text'], MAX_TEXT) : undefined;
      return name === undefined || text === undefined ? [] : [{ type, name, text }];
    });
  });
  if (artifacts.length > 0) return artifacts;
  throw new GatewayError('internal', `${model} was asked to compile a document and said nothing of use.`);
}

function textOf(value: JsonValue | undefined, limit: number): string | undefined {
  const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim().slice(0, limit) : '';
  return text === '' ? undefined : text;
}
