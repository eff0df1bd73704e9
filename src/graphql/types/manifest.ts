import { CHUNK_SIZES, type Manifest as ManifestShape, toManifestDocument } from '../../knowledge/manifest.ts';
import type { JsonObject } from '../../lib/json.ts';
import { builder } from '../builder.ts';

const ChunkingStrategy = builder.enumType('ChunkingStrategy', {
  description: 'What a chunk, which is what is found and cited as one, may not cut.',
  values: {
    HEADINGS: {
      value: 'headings',
      description:
        'A chunk stays under one heading and ends between paragraphs, rows or sentences. For most documents.',
    },
    SENTENCES: {
      value: 'sentences',
      description:
        'Chunks run on over headings, in whole sentences, rows and lines. For many short sections, such as minutes.',
    },
    FIXED: {
      value: 'fixed',
      description:
        'Chunks run on over everything and are cut between words. For texts without structure, such as scans.',
    },
  } as const,
});

const ModelArtifactType = builder.enumType('ModelArtifactType', {
  description: 'What a model can write from the sources while they are curated, at the price of its calls.',
  values: {
    SUMMARY: { value: 'summary', description: 'A summary of each document.' },
    TOPIC: { value: 'topic', description: 'What the documents are about, each topic with what they say of it.' },
    ENTITY: { value: 'entity', description: 'People, companies, products and places, each with what is said of it.' },
    EVENT: { value: 'event', description: 'What happened and when.' },
  } as const,
});

const SIZE = `Words that a chunk should hold, ${CHUNK_SIZES.least} to ${CHUNK_SIZES.most}. Smaller chunks are cited more exactly, larger ones say more by themselves.`;
const OVERLAP =
  'Words that a chunk repeats of the one before it, at most half its size: what stands at a cut is then found from both sides.';
const LANGUAGES =
  'Codes of the languages that its texts may be in, the likeliest first: `["de", "en"]`. Short texts are then not taken for another one. Languages in other scripts than Latin are told by their letters.';

const Chunking = builder.objectRef<ManifestShape['chunking']>('Chunking').implement({
  description: 'How texts are cut into chunks.',
  fields: (t) => ({
    strategy: t.expose('strategy', { type: ChunkingStrategy, description: 'What a chunk may not cut.' }),
    size: t.exposeInt('size', { description: SIZE }),
    overlap: t.exposeInt('overlap', { description: OVERLAP }),
  }),
});

const ArtifactSettings = builder.objectRef<ManifestShape['artifacts']>('ArtifactSettings').implement({
  description: 'Which artifacts a curation compiles from the sources.',
  fields: (t) => ({
    byRule: t.exposeBoolean('byRule', { description: 'Those that rules make: outlines, glossaries, tables.' }),
    byModel: t.expose('byModel', { type: [ModelArtifactType], description: 'Those that a model writes.' }),
  }),
});

export const Manifest = builder.objectRef<ManifestShape>('Manifest').implement({
  description: 'How the sources of a context become knowledge, every choice made.',
  fields: (t) => ({
    chunking: t.expose('chunking', { type: Chunking, description: 'How texts are cut into chunks.' }),
    artifacts: t.expose('artifacts', { type: ArtifactSettings, description: 'What is compiled from the sources.' }),
    languages: t.exposeStringList('languages', { description: `${LANGUAGES} Empty: each text is looked at.` }),
    document: t.field({
      type: 'JSON',
      description: 'The same as a document of the JSON binding.',
      resolve: toManifestDocument,
    }),
  }),
});

const ChunkingInput = builder.inputType('ChunkingInput', {
  description: 'How texts are to be cut into chunks.',
  fields: (t) => ({
    strategy: t.field({ type: ChunkingStrategy, description: 'What a chunk may not cut. Default: HEADINGS.' }),
    size: t.int({ description: `${SIZE} Default: 200.` }),
    overlap: t.int({ description: `${OVERLAP} Default: 0.` }),
  }),
});

const ArtifactSettingsInput = builder.inputType('ArtifactSettingsInput', {
  description: 'Which artifacts a curation is to compile from the sources.',
  fields: (t) => ({
    byRule: t.boolean({ description: 'Those that rules make: outlines, glossaries, tables. Default: true.' }),
    byModel: t.field({
      type: [ModelArtifactType],
      description: 'Those that a model writes, each at the price of its calls. Default: none.',
    }),
  }),
});

export const ManifestInput = builder.inputType('ManifestInput', {
  description:
    'How the sources of a context are to become knowledge. What is left out has its default. A context whose manifest ' +
    'changed reads all its sources anew when it is next curated; until then answers rest on what there is.',
  fields: (t) => ({
    chunking: t.field({ type: ChunkingInput, description: 'How texts are cut into chunks.' }),
    artifacts: t.field({ type: ArtifactSettingsInput, description: 'What is compiled from the sources.' }),
    languages: t.stringList({ description: `${LANGUAGES} Default: each text is looked at.` }),
  }),
});

/** The input as a document of the JSON binding: what is null there is left out here. */
export function toManifestJson({ chunking, artifacts, languages }: typeof ManifestInput.$inferInput): JsonObject {
  return withoutNulls({
    chunking: chunking && withoutNulls({ ...chunking }),
    artifacts: artifacts && withoutNulls({ by_rule: artifacts.byRule, by_model: artifacts.byModel }),
    languages,
  });
}

function withoutNulls(members: Readonly<Record<string, JsonObject[string] | null | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(members).flatMap(([name, value]) => (value == null ? [] : [[name, value]])));
}
