import type { ModelPrice } from '../engine/ports/compose.ts';
import { THINKING_LEVELS, type ThinkingLevel, WORKFLOWS, type Workflow } from '../knowql/query.ts';
import { type ModelListing, TIERS, type Tier } from './catalog.ts';

/** How a family of models is told how much to think: by level since Gemini 3, by tokens in 2.5, not at all before. */
export const THINKING_CONTROLS = ['level', 'budget', 'none'] as const;
export type ThinkingControl = (typeof THINKING_CONTROLS)[number];

/** A catalogue as a JSON file holds it. */
export interface CatalogDefinition {
  /** Id of the model that answers when none is named; the first that is available when absent. */
  readonly default?: string;
  readonly tiers?: Partial<Readonly<Record<Tier, string>>>;
  readonly models: readonly ModelDefinition[];
  /** Embeds contexts as they are curated, and what is searched for. Null or absent: nothing is embedded. */
  readonly embedding?: EmbeddingDefinition | null;
  readonly query_defaults?: {
    readonly max_steps?: Partial<Readonly<Record<Workflow, number>>>;
    readonly thinking_level?: ThinkingLevel;
  };
}

export interface ModelDefinition {
  /** `google/` and the provider's own name of the model. */
  readonly id: string;
  readonly label: string;
  readonly thinking: {
    readonly control: ThinkingControl;
    /** Lowest first. */
    readonly levels: readonly ThinkingLevel[];
  };
  readonly max_steps?: Readonly<Record<Workflow, number>>;
  readonly usd_per_million_tokens?: {
    readonly input: number;
    readonly cached_input?: number;
    readonly output: number;
  };
}

export interface EmbeddingDefinition {
  readonly id: string;
  readonly dimension: number;
  readonly usd_per_million_tokens?: { readonly input: number };
}

/** What a catalogue says of a model, whether or not it can answer. */
export function toListing(definition: ModelDefinition): ModelListing {
  const { id, label, thinking, max_steps: maxSteps, usd_per_million_tokens: price } = definition;
  return {
    id,
    label,
    thinkingLevels: thinking.levels,
    ...(price === undefined ? {} : { price: toPrice(price) }),
    ...(maxSteps === undefined ? {} : { maxSteps }),
  };
}

function toPrice({
  input,
  output,
  cached_input: cachedInput,
}: NonNullable<ModelDefinition['usd_per_million_tokens']>): ModelPrice {
  return { input, output, ...(cachedInput === undefined ? {} : { cachedInput }) };
}

const POSITIVE = { type: 'integer', minimum: 1, maximum: 1_000 };
const AMOUNT = { type: 'number', minimum: 0 };
const GOOGLE_ID = { type: 'string', pattern: '^google/[a-z0-9][a-z0-9.-]*$' };
const MODEL_ID = { type: 'string', pattern: '^(?:google/[a-z0-9][a-z0-9.-]*|local/extractive)$' };

function closed(properties: Readonly<Record<string, object>>, required: readonly string[] = []) {
  return { type: 'object', additionalProperties: false, properties, required };
}

function each(names: readonly string[], schema: object) {
  return Object.fromEntries(names.map((name) => [name, schema]));
}

/** JSON Schema of a `CatalogDefinition`. */
export const CATALOG_SCHEMA = closed(
  {
    default: MODEL_ID,
    tiers: closed(each(TIERS, MODEL_ID)),
    models: {
      type: 'array',
      items: closed(
        {
          id: GOOGLE_ID,
          label: { type: 'string', minLength: 1 },
          thinking: closed(
            {
              control: { enum: THINKING_CONTROLS },
              levels: { type: 'array', uniqueItems: true, items: { enum: THINKING_LEVELS } },
            },
            ['control', 'levels'],
          ),
          max_steps: closed(each(WORKFLOWS, POSITIVE), WORKFLOWS),
          usd_per_million_tokens: closed({ input: AMOUNT, cached_input: AMOUNT, output: AMOUNT }, ['input', 'output']),
        },
        ['id', 'label', 'thinking'],
      ),
    },
    embedding: {
      anyOf: [
        { type: 'null' },
        closed(
          {
            id: GOOGLE_ID,
            dimension: { type: 'integer', minimum: 64, maximum: 3_072 },
            usd_per_million_tokens: closed({ input: AMOUNT }, ['input']),
          },
          ['id', 'dimension'],
        ),
      ],
    },
    query_defaults: closed({
      max_steps: closed(each(WORKFLOWS, POSITIVE)),
      thinking_level: { enum: THINKING_LEVELS },
    }),
  },
  ['models'],
);
