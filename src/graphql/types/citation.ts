import type { Citation as CitationShape } from '../../knowql/query.ts';
import { builder } from '../builder.ts';
import { EXTENSIONS, PART_ID, type Part } from './part.ts';

export const CitationKind = builder.enumType('CitationKind', {
  description: 'What a citation points at.',
  values: {
    CHUNK: { value: 'chunk', description: "A passage of a source's text." },
    ARTIFACT: {
      value: 'artifact',
      description: 'Something made from sources when they were curated, such as a table.',
    },
  } as const,
});

export const Citation = builder.objectRef<Part<CitationShape>>('Citation').implement({
  description: 'What an answer rests on: where it stands, and the words themselves.',
  fields: (t) => ({
    id: t.exposeID('id', { description: PART_ID }),
    source: t.exposeString('source', { description: 'Path of the source in its context: `contracts/acme-msa.md`.' }),
    sectionPath: t.exposeString('sectionPath', {
      nullable: true,
      description: 'The first of `sectionPaths` for display: `Payment › Terms`.',
    }),
    sectionPaths: t.field({
      type: t.listRef(t.listRef('String')),
      nullable: true,
      description: 'Headings above each cited place, outermost first.',
      resolve: ({ sectionPaths }) => sectionPaths ?? null,
    }),
    pages: t.exposeIntList('pages', {
      nullable: true,
      description: 'Page numbers, from 1, where the source has pages.',
    }),
    score: t.exposeFloat('score', {
      nullable: true,
      description: 'How well it supports the answer; comparable within one turn, higher is better.',
    }),
    grounding: t.exposeString('grounding', {
      nullable: true,
      description: 'The quoted span that the answer rests on. It stands word for word in the source.',
    }),
    kind: t.expose('kind', { type: CitationKind, nullable: true, description: 'Passage or artifact.' }),
    sourcePath: t.exposeString('sourcePath', { nullable: true, description: 'Path of the source, with its context.' }),
    queryId: t.exposeString('queryId', { nullable: true, description: 'The turn that found it: `qry_…`.' }),
    steps: t.exposeStringList('steps', { nullable: true, description: 'Ids of the steps that found it.' }),
    artifactName: t.exposeString('artifactName', {
      nullable: true,
      description: 'Name of the artifact, if it is one.',
    }),
    sources: t.exposeStringList('sources', {
      nullable: true,
      description: 'Paths of the sources that an artifact was made from.',
    }),
    extensions: t.expose('extensions', { type: 'JSON', nullable: true, description: EXTENSIONS }),
  }),
});
