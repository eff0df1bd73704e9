import type { JsonObject, JsonValue } from '../../lib/json.ts';

type Rewrite = (schema: JsonValue, mayRefer: (name: string) => boolean) => JsonObject;

/**
 * The definitions that lead to no cycle, rewritten. The service unrolls cycles in some places and refuses them in
 * others, so a reference into one counts as no constraint.
 */
export function acyclicDefinitions(declared: JsonObject, rewrite: Rewrite): JsonObject {
  const references = new Map<string, ReadonlySet<string>>();
  for (const [name, schema] of Object.entries(declared)) {
    const referred = new Set<string>();
    rewrite(schema, (other) => {
      referred.add(other);
      return true;
    });
    references.set(name, referred);
  }
  const sound = withoutCycles(references);
  return Object.fromEntries(
    Object.entries(declared)
      .filter(([name]) => sound.has(name))
      .map(([name, schema]) => [name, rewrite(schema, (other) => sound.has(other))]),
  );
}

/** The names whose references all lead, step by step, to names without any. */
function withoutCycles(references: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const sound = new Set<string>();
  for (let before = -1; before < sound.size; ) {
    before = sound.size;
    for (const [name, referred] of references) {
      if ([...referred].every((other) => sound.has(other) || !references.has(other))) sound.add(name);
    }
  }
  return sound;
}
