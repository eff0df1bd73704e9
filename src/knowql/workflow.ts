import { GatewayError } from '../errors.ts';
import { WORKFLOWS, type Workflow } from './query.ts';

/** Other names under which a workflow may be asked for. */
const ALIASES: ReadonlyMap<string, Workflow> = new Map([
  ['query_search', 'search'],
  ['query_sac', 'search'],
  ['query_rag', 'search_rag'],
]);

/**
 * The workflow behind a name or an alias. A name that nobody knows is refused like one that is not offered here
 * (`search_cc`, `query_cc`): a typo must not run something else.
 * @throws GatewayError `workflow_unavailable`
 */
export function resolveWorkflow(name: string): Workflow {
  const workflow = WORKFLOWS.find((known) => known === name) ?? ALIASES.get(name);
  if (workflow !== undefined) return workflow;
  throw new GatewayError(
    'workflow_unavailable',
    `workflow ${JSON.stringify(name.slice(0, 64))} is not available here; use ${WORKFLOWS.join(' or ')}, or leave it out.`,
    { field: 'workflow' },
  );
}
