import type { Model, ModelCatalog, ModelDescription } from '../engine/ports.ts';

/** A model with the name that people know it by. */
export interface CatalogModel extends Model {
  readonly label: string;
}

export const TIERS = ['lite', 'standard', 'pro'] as const;
export type Tier = (typeof TIERS)[number];

/**
 * The catalogue of the models at hand; the first is the default. Every tier leads to a model: where `tiers` names
 * none for it, to the default.
 * @throws RangeError when there is no model, two have one id, or a tier names a model that is not there.
 */
export function createCatalog(
  models: readonly [CatalogModel, ...CatalogModel[]],
  tiers: Partial<Readonly<Record<Tier, string>>> = {},
): ModelCatalog {
  const byId = new Map(models.map((model) => [model.id, model]));
  if (byId.size < models.length) throw new RangeError('two models of the catalogue have the same id');
  const [first] = models;
  const resolvedTiers = new Map<string, string>(TIERS.map((tier) => [tier, tiers[tier] ?? first.id]));
  for (const [tier, id] of resolvedTiers) {
    if (!byId.has(id)) throw new RangeError(`tier ${tier} names ${id}, which is not in the catalogue`);
  }
  return {
    default: first.id,
    models: models.map(describe),
    tiers: Object.fromEntries(resolvedTiers),
    maxSteps: { search: 8, search_rag: 1 },
    defaultThinkingLevel: 'low',
    resolve: (idOrTier) => byId.get(resolvedTiers.get(idOrTier) ?? idOrTier),
  };
}

function describe({ id, label }: CatalogModel): ModelDescription {
  const provider = id.slice(0, Math.max(0, id.indexOf('/')));
  return { id, label, provider, available: true, unavailableReason: null };
}
