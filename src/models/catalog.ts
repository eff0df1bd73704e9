import type { Model, ModelCatalog, ModelDescription } from '../engine/ports/model.ts';
import type { ThinkingLevel, Workflow } from '../knowql/query.ts';

/** A model with the name that people know it by. */
export interface CatalogModel extends Model {
  readonly label: string;
  /** The thinking levels that it tells apart; none when absent. */
  readonly thinkingLevels?: readonly ThinkingLevel[];
}

/** What is known of a model without asking it. */
export type ModelListing = Pick<CatalogModel, 'id' | 'label' | 'thinkingLevels' | 'price' | 'maxSteps'>;

/** A model that is known and cannot answer. */
export interface UnavailableModel extends ModelListing {
  /** Why, and what would change that. */
  readonly reason: string;
}

export const TIERS = ['lite', 'standard', 'pro'] as const;
export type Tier = (typeof TIERS)[number];

export interface CatalogOptions {
  /** Every tier leads to a model: where none is named for it, to the default. */
  readonly tiers?: Partial<Readonly<Record<Tier, string>>>;
  readonly unavailable?: readonly UnavailableModel[];
  readonly queryDefaults?: {
    readonly maxSteps?: Partial<Readonly<Record<Workflow, number>>>;
    readonly thinkingLevel?: ThinkingLevel;
  };
}

/**
 * The catalogue of the models at hand; the first is the default.
 * @throws RangeError when there is no model, two have one id, or a tier names a model that is not there.
 */
export function createCatalog(
  models: readonly [CatalogModel, ...CatalogModel[]],
  { tiers = {}, unavailable = [], queryDefaults = {} }: CatalogOptions = {},
): ModelCatalog {
  const byId = new Map(models.map((model) => [model.id, model]));
  const ids = new Set([...models, ...unavailable].map(({ id }) => id));
  if (ids.size < models.length + unavailable.length) {
    throw new RangeError('two models of the catalogue have the same id');
  }
  const [first] = models;
  const resolvedTiers = new Map<string, string>(TIERS.map((tier) => [tier, tiers[tier] ?? first.id]));
  for (const [tier, id] of resolvedTiers) {
    if (!byId.has(id)) throw new RangeError(`tier ${tier} names ${id}, which is not in the catalogue`);
  }
  return {
    default: first.id,
    models: [
      ...models.map((model) => describe(model, null)),
      ...unavailable.map((model) => describe(model, model.reason)),
    ],
    tiers: Object.fromEntries(resolvedTiers),
    maxSteps: { search: 8, search_rag: 1, ...queryDefaults.maxSteps },
    defaultThinkingLevel: queryDefaults.thinkingLevel ?? 'low',
    resolve: (idOrTier) => byId.get(resolvedTiers.get(idOrTier) ?? idOrTier),
  };
}

function describe(
  { id, label, thinkingLevels = [], price, maxSteps }: ModelListing,
  unavailableReason: string | null,
): ModelDescription {
  return {
    id,
    label,
    provider: id.slice(0, Math.max(0, id.indexOf('/'))),
    available: unavailableReason === null,
    unavailableReason,
    thinkingLevels,
    maxSteps: maxSteps ?? null,
    price: price ?? null,
  };
}
