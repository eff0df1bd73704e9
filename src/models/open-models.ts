import type { Compiler } from '../engine/ports/compiler.ts';
import type { Embedder } from '../engine/ports/embedder.ts';
import type { ModelCatalog } from '../engine/ports/model.ts';
import { type CatalogModel, createCatalog, type UnavailableModel } from './catalog.ts';
import { type CatalogDefinition, type ModelDefinition, toListing } from './catalog-definition.ts';
import { createCompiler } from './compiling/create-compiler.ts';
import { createExtractiveModel } from './extractive/model.ts';

export interface ModelAccess {
  /** Key for Google's models; without it they are listed and cannot answer. */
  readonly apiKey: string | undefined;
  /** Where Google's API is, when not where the SDK knows it. */
  readonly baseUrl: string | undefined;
}

export interface Models {
  readonly catalog: ModelCatalog;
  /** Undefined where nothing is embedded. */
  readonly embedder: Embedder | undefined;
  /** Undefined where no model can sum up. */
  readonly compiler: Compiler | undefined;
}

/**
 * The models of a deployment. The extractive one is always among them: it is the default, and what every tier leads
 * to, where those that the definition names cannot answer.
 */
export async function openModels(definition: CatalogDefinition, { apiKey, baseUrl }: ModelAccess): Promise<Models> {
  const extractive = createExtractiveModel();
  const queryDefaults = toQueryDefaults(definition);
  if (apiKey === undefined) {
    const unavailable = definition.models.map(withoutKey);
    return {
      catalog: createCatalog([extractive], { unavailable, queryDefaults }),
      embedder: undefined,
      compiler: undefined,
    };
  }
  // A gateway without a key starts without the SDK.
  const { openGoogle } = await import('./google/open-google.ts');
  const { models, embedder } = openGoogle(definition, { apiKey, baseUrl });
  const [first = extractive, ...others] = defaultFirst([...models, extractive], definition.default);
  const catalog = createCatalog([first, ...others], { tiers: definition.tiers ?? {}, queryDefaults });
  const compiling = [catalog.resolve('lite'), ...models].find(
    (model) => model !== undefined && model.id !== extractive.id,
  );
  return { catalog, embedder, compiler: compiling && createCompiler(compiling) };
}

function defaultFirst(models: readonly CatalogModel[], id: string | undefined): readonly CatalogModel[] {
  const chosen = models.find((model) => model.id === id);
  return chosen === undefined ? models : [chosen, ...models.filter((model) => model !== chosen)];
}

function withoutKey(definition: ModelDefinition): UnavailableModel {
  return { ...toListing(definition), reason: 'the gateway has no key for it; its operator sets GEMINI_API_KEY' };
}

function toQueryDefaults({ query_defaults: defaults = {} }: CatalogDefinition) {
  const { max_steps: maxSteps, thinking_level: thinkingLevel } = defaults;
  return {
    ...(maxSteps === undefined ? {} : { maxSteps }),
    ...(thinkingLevel === undefined ? {} : { thinkingLevel }),
  };
}
