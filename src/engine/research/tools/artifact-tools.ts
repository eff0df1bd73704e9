import type { JsonObject } from '../../../lib/json.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { ARTIFACT_TYPES, type Artifact, type ArtifactFilter } from '../../ports/artifacts.ts';
import type { Hit } from '../../ports/knowledge.ts';
import { findHits, summariseHits } from '../../retrieval/search.ts';
import type { TurnScope } from '../../turn-scope.ts';
import { integer, oneOf, optional, ToolFault, text } from '../parameters.ts';
import { defineTool } from '../tool.ts';
import { pageOf } from './page-of.ts';
import { contextParameter, contextsFor, shown, shownPath } from './place.ts';

const MAX_FOUND = 12;
const MAX_SOURCES = 20;
const MAX_COLUMNS = 40;
const MAX_CHARS = 14_000;
/** Passages that come along with an artifact, for the answer and not for the model to read. */
const MAX_BEHIND = 4;
const MAX_NAME_CHARS = 200;
const MAX_ASK_CHARS = 400;

export const listArtifactsTool = defineTool({
  name: 'list_artifacts',
  category: 'reading',
  description:
    'Lists what was compiled from the sources beforehand: summaries, glossaries, tables, topics. They lead to sources; an answer rests on the sources, so read those too.',
  parameters: {
    query: optional(text('Only those that fit this best.', 400)),
    context: optional(contextParameter),
    type: optional(oneOf('Only those of this type.', ARTIFACT_TYPES)),
    from: optional(integer('Where in the list to go on, as next of the answer before said.', 0, 1_000_000)),
  },
  async run({ query, context, type, from = 0 }, { knowledge, signal }) {
    contextsFor(knowledge, context);
    const filter: ArtifactFilter = {
      ...(context === undefined ? {} : { contextSlug: context }),
      ...(type === undefined ? {} : { types: [type] }),
    };
    const artifacts =
      query === undefined
        ? await knowledge.listArtifacts(filter, signal)
        : (await knowledge.searchArtifacts({ ...filter, query, limit: MAX_FOUND }, signal)).map(
            ({ artifact }) => artifact,
          );
    const { entries, ...place } = pageOf(artifacts, from, toEntry);
    return { summary: { artifacts: artifacts.length }, response: { artifacts: entries, ...place } };
  },
});

export const readArtifactTool = defineTool({
  name: 'read_artifact',
  category: 'reading',
  description: 'Reads one artifact of those that list_artifacts names.',
  parameters: {
    id: text('Id of the artifact.', 200),
    from: optional(integer('Character to go on at, as next of the answer before said.', 0, 100_000_000)),
  },
  async run({ id, from = 0 }, scope) {
    const { knowledge, signal } = scope;
    const artifact = await knowledge.readArtifact(id, signal);
    if (artifact === undefined) throw new ToolFault('There is no artifact of this id in reach; see list_artifacts.');
    const { contextSlug: context, type, name } = artifact;
    const rest = artifact.text.slice(from);
    const hits = await passagesBehind(artifact, scope);
    return {
      hits,
      summary: { context, type, name: shown(name), chars: Math.min(rest.length, MAX_CHARS), ...summariseHits(hits) },
      response: {
        ...toEntry(artifact),
        text: visibleText(rest.slice(0, MAX_CHARS)),
        ...(rest.length > MAX_CHARS ? { next: from + MAX_CHARS } : {}),
      },
    };
  },
});

/** An answer rests on sources: the passages of an artifact's own that speak of the ask, or of what it is called. */
async function passagesBehind({ contextSlug, name, sources }: Artifact, scope: TurnScope): Promise<readonly Hit[]> {
  const query = `${name.slice(0, MAX_NAME_CHARS)} ${scope.input.ask.slice(0, MAX_ASK_CHARS)}`;
  const request = { query, limit: MAX_BEHIND, mode: 'keyword', sources: sources.slice(0, MAX_SOURCES) } as const;
  const hits = await findHits(scope, request);
  return hits.filter(({ chunk }) => chunk.contextSlug === contextSlug);
}

function toEntry({ id, contextSlug, type, name, sources, columns, rowCount }: Artifact): JsonObject {
  return {
    id,
    context: contextSlug,
    type,
    name: shown(name),
    sources: sources.slice(0, MAX_SOURCES).map(shownPath),
    ...(columns === undefined
      ? {}
      : {
          rows: rowCount ?? 0,
          columns: columns.slice(0, MAX_COLUMNS).map((each) => `${shown(each.name, 80)} ${each.type}`),
        }),
  };
}
