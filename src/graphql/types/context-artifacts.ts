import { GatewayError } from '../../errors.ts';
import { builder } from '../builder.ts';
import { pageComplexity } from '../complexity.ts';
import { type Page, parsePage, toConnection } from '../paging.ts';
import { Artifact, ArtifactType } from './artifact.ts';
import { Context } from './context.ts';

builder.prismaObjectField(Context, 'artifacts', (t) =>
  t.connection(
    {
      type: Artifact,
      description: 'What its last curation compiled, by type, name and source.',
      args: { types: t.arg({ type: [ArtifactType], description: 'Only those of these types; all when left out.' }) },
      complexity: pageComplexity,
      select: { id: true },
      resolve: async ({ id }, { types, ...args }, { services, viewer }) => {
        const page = parsePage(args);
        const wanted = types == null ? undefined : { types };
        const artifacts = await services.contexts.artifacts(
          id,
          { limit: page.limit + 1, backward: page.backward, ...placeOf(page), ...wanted },
          viewer,
        );
        return {
          ...toConnection(artifacts, page, (artifact) => [artifact.id]),
          countAll: () => services.contexts.countArtifacts(id, wanted?.types, viewer),
        };
      },
    },
    { name: 'ArtifactConnection' },
    { name: 'ArtifactEdge' },
  ),
);

function placeOf({ keys, backward }: Page): { readonly from: string; readonly field: string } | undefined {
  if (keys === undefined) return undefined;
  const field = backward ? 'before' : 'after';
  const [from] = keys;
  if (typeof from === 'string' && keys.length === 1) return { from, field };
  throw new GatewayError('bad_request', `${field} is the cursor of another list.`, { field });
}
