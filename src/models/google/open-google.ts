import type { Embedder } from '../../engine/ports/embedder.ts';
import type { CatalogModel } from '../catalog.ts';
import { type CatalogDefinition, type ModelDefinition, toListing } from '../catalog-definition.ts';
import { createGoogleConnection, type GoogleConnection } from './connection.ts';
import { createGoogleEmbedder } from './google-embedder.ts';
import { createGoogleModel } from './google-model.ts';

const PROVIDER = 'google/';

export interface GoogleAccess {
  readonly apiKey: string;
  /** Where Google's API is, when not where the SDK knows it. */
  readonly baseUrl: string | undefined;
}

/** The models of a definition over one connection. */
export function openGoogle(
  definition: CatalogDefinition,
  { apiKey, baseUrl }: GoogleAccess,
): { readonly models: readonly CatalogModel[]; readonly embedder: Embedder | undefined } {
  const connection = createGoogleConnection({ apiKey, ...(baseUrl === undefined ? {} : { baseUrl }) });
  return {
    models: definition.models.map((model) => toModel(model, connection)),
    embedder: toEmbedder(definition, connection),
  };
}

function toModel(definition: ModelDefinition, connection: GoogleConnection): CatalogModel {
  const { id, thinking } = definition;
  return createGoogleModel({
    ...toListing(definition),
    connection,
    name: id.slice(PROVIDER.length),
    thinking: thinking.control,
  });
}

function toEmbedder({ embedding }: CatalogDefinition, connection: GoogleConnection): Embedder | undefined {
  if (embedding === undefined || embedding === null) return undefined;
  const { id, dimension, usd_per_million_tokens: price } = embedding;
  return createGoogleEmbedder({
    connection,
    name: id.slice(PROVIDER.length),
    dimension,
    ...(price === undefined ? {} : { price: price.input }),
  });
}
