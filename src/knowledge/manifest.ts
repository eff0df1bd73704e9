import { COMPILED_TYPES, type CompiledType } from '../engine/ports/compiler.ts';
import type { JsonObject } from '../lib/json.ts';
import { isLanguage, LATIN_LANGUAGES, type Language } from './analysis/languages.ts';
import { ManifestMembers, refuseManifest } from './manifest-members.ts';

export const CHUNKING_STRATEGIES = ['headings', 'sentences', 'fixed'] as const;
/** What a chunk may not cut: a section and its blocks, a sentence, a word. */
export type ChunkingStrategy = (typeof CHUNKING_STRATEGIES)[number];

export interface Chunking {
  readonly strategy: ChunkingStrategy;
  /** Words that a chunk should hold; characters of scripts without spaces count 4.5 to the word. */
  readonly size: number;
  /** Words that a chunk repeats of the one before it. */
  readonly overlap: number;
}

/** How a context's sources become knowledge, every choice made. */
export interface Manifest {
  readonly chunking: Chunking;
  readonly artifacts: {
    /** Whether a curation compiles what rules can: an outline of each document, glossaries, tables. */
    readonly byRule: boolean;
    readonly byModel: readonly CompiledType[];
  };
  /** What its texts may be in, the likeliest first; empty leaves it to each text. */
  readonly languages: readonly Language[];
}

/** Words. Below, a chunk says too little to be found by; above, too much to be quoted. */
export const CHUNK_SIZES = { least: 40, most: 1_000 } as const;

export const DEFAULT_CHUNKING: Chunking = { strategy: 'headings', size: 200, overlap: 0 };

/**
 * A manifest with its defaults filled in.
 * @throws GatewayError `bad_request` whose field is the member at fault: `manifest.chunking.size`.
 */
export function effectiveManifest(manifest: JsonObject): Manifest {
  const members = new ManifestMembers('manifest', manifest, ['chunking', 'artifacts', 'languages']);
  const chunking = members.object('chunking', ['strategy', 'size', 'overlap']);
  const artifacts = members.object('artifacts', ['by_rule', 'by_model']);
  return {
    chunking: toChunking(chunking),
    artifacts: {
      byRule: artifacts.flag('by_rule') ?? true,
      byModel: artifacts.choices('by_model', COMPILED_TYPES) ?? [],
    },
    languages: members.choices('languages', Object.keys(LATIN_LANGUAGES).filter(isLanguage)) ?? [],
  };
}

function toChunking(given: ManifestMembers): Chunking {
  const { least, most } = CHUNK_SIZES;
  const size = given.integer('size', { least, most, unit: 'words' }) ?? DEFAULT_CHUNKING.size;
  const overlap = given.integer('overlap', { least: 0, most, unit: 'words' }) ?? DEFAULT_CHUNKING.overlap;
  if (overlap > size / 2) {
    refuseManifest(given.nameOf('overlap'), `at most half of the chunk's size, that is ${Math.floor(size / 2)} words`);
  }
  return { strategy: given.choice('strategy', CHUNKING_STRATEGIES) ?? DEFAULT_CHUNKING.strategy, size, overlap };
}

/** The manifest as a document of the JSON binding, with all its members. */
export function toManifestDocument({ chunking, artifacts, languages }: Manifest): JsonObject {
  return {
    chunking: { ...chunking },
    artifacts: { by_rule: artifacts.byRule, by_model: artifacts.byModel },
    languages,
  };
}

/** What an empty manifest says. */
export const DEFAULT_MANIFEST = effectiveManifest({});
