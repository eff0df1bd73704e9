import type { Artifact } from '../engine/ports/artifacts.ts';
import { GatewayError } from '../errors.ts';
import { tryContextOf } from '../knowledge/artifacts/artifact-id.ts';
import type { KnowledgeReading } from '../knowledge/library.ts';
import { type ContextRow, contextsByName, getContext } from '../store/contexts.ts';
import type { ContextReadingDeps } from './context-reading.ts';
import type { ArtifactView, ContextService, Viewer } from './services.ts';

/** What a context's live index holds compiled. */
export function createArtifactReading({
  db,
  library,
}: ContextReadingDeps): Pick<ContextService, 'artifacts' | 'countArtifacts' | 'artifact' | 'queryTable'> {
  const read = ({ id, slug, kind, liveVersion }: ContextRow): Promise<KnowledgeReading> =>
    library.read({ id, slug, kind, version: liveVersion });
  const contextOf = async (artifactId: string, { workspaceId }: Viewer): Promise<ContextRow | undefined> => {
    const contextId = tryContextOf(artifactId);
    return contextId === undefined ? undefined : (await contextsByName(db, workspaceId, [contextId])).get(contextId);
  };

  return {
    async artifacts(slugOrId, { field = 'after', ...range }, { workspaceId }) {
      using reading = await read(await getContext(db, slugOrId, workspaceId));
      const page = await reading.artifacts.page(range);
      if (page !== undefined) return page.map(toArtifactView);
      throw new GatewayError(
        'bad_request',
        `${field} must name an artifact of this context's live index, of a type that is asked for. Start over when ` +
          'the context was curated meanwhile.',
        { field },
      );
    },

    async countArtifacts(slugOrId, types, { workspaceId }) {
      using reading = await read(await getContext(db, slugOrId, workspaceId));
      return reading.artifacts.count(types);
    },

    async artifact(artifactId, viewer) {
      const context = await contextOf(artifactId, viewer);
      if (context === undefined) return undefined;
      using reading = await read(context);
      const artifact = await reading.artifacts.read(artifactId);
      return artifact && toArtifactView(artifact);
    },

    async queryTable(query, viewer, signal) {
      const context = await contextOf(query.artifactId, viewer);
      using reading = context && (await read(context));
      const answer = await reading?.artifacts.queryTable(query, signal);
      if (answer !== undefined) return answer;
      const message = `There is no table ${JSON.stringify(query.artifactId.slice(0, 80))}. Artifacts of the type table have such ids.`;
      throw new GatewayError('bad_request', message, { field: 'artifactId' });
    },
  };
}

function toArtifactView({
  id,
  type,
  name,
  contextSlug,
  sources,
  text,
  spans,
  columns,
  rowCount,
}: Artifact): ArtifactView {
  return {
    id,
    type,
    name,
    contextSlug,
    sources,
    text,
    spans: (spans ?? []).map(({ sourcePath, start, end }) => ({ source: sourcePath, start, end })),
    columns:
      columns?.map(({ name: column, label, type: of, unit }) => ({
        name: column,
        label,
        type: of,
        unit: unit ?? null,
      })) ?? null,
    rowCount: rowCount ?? null,
  };
}
