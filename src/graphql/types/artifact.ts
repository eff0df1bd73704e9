import type { ArtifactView } from '../../runtime/services.ts';
import { builder } from '../builder.ts';

export const ArtifactType = builder.enumType('ArtifactType', {
  description: 'What an artifact is.',
  values: {
    DOC: { value: 'doc', description: 'The outline of a document: its headings, and what each says first.' },
    GLOSSARY: { value: 'glossary', description: 'A term, with the words that define it wherever they stand.' },
    TABLE: { value: 'table', description: 'A table of a document, its columns typed. `queryTable` asks it in SQL.' },
    SUMMARY: { value: 'summary', description: 'What a document says, in the words of a model.' },
    TOPIC: { value: 'topic', description: 'A subject, and what the documents say of it, in the words of a model.' },
    ENTITY: { value: 'entity', description: 'A person, organisation, product or place, in the words of a model.' },
    EVENT: { value: 'event', description: 'Something that happened or is due, in the words of a model.' },
  } as const,
});

const ColumnType = builder.enumType('ColumnType', {
  description: 'What all cells of a column are.',
  values: {
    TEXT: { value: 'text', description: 'Words, or values of different kinds.' },
    NUMBER: { value: 'number', description: 'Numbers without a unit.' },
    DATE: { value: 'date', description: 'Days, without a time.' },
    BOOLEAN: { value: 'boolean', description: 'Yes or no.' },
    CURRENCY: { value: 'currency', description: 'Amounts of one currency.' },
    PERCENT: { value: 'percent', description: 'Percentages; the value is the number before the sign.' },
  } as const,
});

const TableColumn = builder.objectRef<NonNullable<ArtifactView['columns']>[number]>('TableColumn').implement({
  description: 'A column of a table.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name in SQL: `running_term_ends`.' }),
    label: t.exposeString('label', { description: 'Its name in the document: `Running term ends`.' }),
    type: t.expose('type', { type: ColumnType, description: 'What its cells are.' }),
    unit: t.exposeString('unit', {
      nullable: true,
      description: 'Symbol or code of a currency, as the document writes it.',
    }),
  }),
});

const ArtifactSpan = builder.objectRef<ArtifactView['spans'][number]>('ArtifactSpan').implement({
  description: 'A place in the text of a source, in UTF-16 units.',
  fields: (t) => ({
    source: t.exposeString('source', { description: 'Path of the source in its context.' }),
    start: t.exposeInt('start', { description: 'Where it begins.' }),
    end: t.exposeInt('end', { description: 'Where it ends.' }),
  }),
});

export const Artifact = builder.objectRef<ArtifactView>('Artifact');

builder.node(Artifact, {
  description: 'What a curation compiled once, so that turns need not.',
  id: { resolve: ({ id }) => id, description: 'Id of the artifact: `art_…`. It stays the same over curations.' },
  loadOne: (id, { services, viewer }) => services.contexts.artifact(id, viewer),
  fields: (t) => ({
    type: t.expose('type', { type: ArtifactType, description: 'What it is.' }),
    name: t.exposeString('name', { description: 'Its name: a term, a caption, a title.' }),
    sources: t.exposeStringList('sources', { description: 'Paths of the sources that it was compiled from.' }),
    text: t.exposeString('text', { description: 'Its text, at most some thousand characters.' }),
    spans: t.expose('spans', { type: [ArtifactSpan], description: 'Where in the sources its words stand.' }),
    columns: t.expose('columns', { type: [TableColumn], nullable: true, description: 'Of a table, its columns.' }),
    rowCount: t.exposeInt('rowCount', { nullable: true, description: 'Of a table, how many rows it has.' }),
  }),
});
