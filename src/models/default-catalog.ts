import type { ModelPrice } from '../engine/ports/compose.ts';
import type { ThinkingLevel } from '../knowql/query.ts';
import type { CatalogDefinition, ModelDefinition } from './catalog-definition.ts';

const ALL_LEVELS = ['minimal', 'low', 'medium', 'high'] as const;
/** Of a model that always thinks. */
const THINKING_LEVELS = ['low', 'medium', 'high'] as const;

/**
 * The models that are known without a catalogue of one's own: Google's, at the list prices for prompts of up to
 * 200,000 tokens. Prices change; a deployment that bills by them brings its own file.
 */
export const DEFAULT_CATALOG: CatalogDefinition = {
  default: 'google/gemini-3.5-flash',
  tiers: {
    lite: 'google/gemini-3.1-flash-lite',
    standard: 'google/gemini-3.5-flash',
    pro: 'google/gemini-3.1-pro-preview',
  },
  models: [
    byLevel('gemini-3.5-flash', 'Gemini 3.5 Flash', { input: 1.5, cachedInput: 0.15, output: 9 }, 24),
    byLevel('gemini-3.1-flash-lite', 'Gemini 3.1 Flash-Lite', { input: 0.25, cachedInput: 0.025, output: 1.5 }, 12),
    byLevel(
      'gemini-3.1-pro-preview',
      'Gemini 3.1 Pro (preview)',
      { input: 2, cachedInput: 0.2, output: 12 },
      32,
      THINKING_LEVELS,
    ),
    byBudget('gemini-2.5-pro', 'Gemini 2.5 Pro', { input: 1.25, cachedInput: 0.125, output: 10 }, 32, THINKING_LEVELS),
    byBudget('gemini-2.5-flash', 'Gemini 2.5 Flash', { input: 0.3, cachedInput: 0.03, output: 2.5 }, 24),
    byBudget('gemini-2.5-flash-lite', 'Gemini 2.5 Flash-Lite', { input: 0.1, cachedInput: 0.01, output: 0.4 }, 12),
  ],
  embedding: { id: 'google/gemini-embedding-001', dimension: 768, usd_per_million_tokens: { input: 0.15 } },
};

function byLevel(
  name: string,
  label: string,
  price: Required<ModelPrice>,
  steps: number,
  levels: readonly ThinkingLevel[] = ALL_LEVELS,
): ModelDefinition {
  return google(name, label, { control: 'level', levels }, price, steps);
}

function byBudget(
  name: string,
  label: string,
  price: Required<ModelPrice>,
  steps: number,
  levels: readonly ThinkingLevel[] = ALL_LEVELS,
): ModelDefinition {
  return google(name, label, { control: 'budget', levels }, price, steps);
}

function google(
  name: string,
  label: string,
  thinking: ModelDefinition['thinking'],
  { input, cachedInput, output }: Required<ModelPrice>,
  steps: number,
): ModelDefinition {
  return {
    id: `google/${name}`,
    label,
    thinking,
    max_steps: { search: steps, search_rag: 1 },
    usd_per_million_tokens: { input, cached_input: cachedInput, output },
  };
}
