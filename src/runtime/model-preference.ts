import type { Model, ModelCatalog } from '../engine/ports/model.ts';
import { GatewayError } from '../errors.ts';
import type { QueryRequest, Session } from '../knowql/query.ts';

/**
 * Ids and tiers in the order to try them: the turn's own choice for that turn, else what its session pinned. Empty
 * for the deployment's default. `models` wins over `model`.
 */
export function modelPreference(request: QueryRequest, session: Pick<Session, 'models'> | null): readonly string[] {
  return request.models ?? (request.model === undefined ? (session?.models ?? []) : [request.model]);
}

/**
 * @param field The document's field that the names came from.
 * @throws GatewayError `model_unavailable` naming the first entry that cannot answer, and those that can: a typo must
 * not turn into a different bill.
 */
export function resolveModels(
  catalog: ModelCatalog,
  preference: readonly string[],
  field: 'model' | 'models' = 'models',
): readonly [Model, ...Model[]] {
  const resolve = (name: string, at: number): Model => {
    const model = catalog.resolve(name);
    if (model !== undefined) return model;
    const known = catalog.models.find(({ id }) => id === (catalog.tiers[name] ?? name));
    const why = known?.unavailableReason ?? 'there is no such model or tier here';
    const available = catalog.models.filter((candidate) => candidate.available).map(({ id }) => id);
    throw new GatewayError(
      'model_unavailable',
      `"${name}" cannot answer: ${why}. Available: ${[...available, ...Object.keys(catalog.tiers)].join(', ')}.`,
      { field: field === 'models' ? `models[${at}]` : field },
    );
  };
  const [first = catalog.default, ...others] = preference;
  return [resolve(first, 0), ...others.map((name, index) => resolve(name, index + 1))];
}
