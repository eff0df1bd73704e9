import { createGraphQLError, type GraphQLParams, type Plugin } from 'graphql-yoga';
import { type ErrorCode, GatewayError } from '../../errors.ts';
import { readJson } from '../body.ts';
import type { EventStreams } from '../sse/event-streams.ts';
import { type ExecutionOutcome, isStream, type TransportContext } from './executor.ts';
import { DISTINCT_FRAMES, frameResults, GRAPHQL_DIALECT } from './result-frames.ts';
import { toWireError } from './wire-result.ts';

const JSON_TYPES = new Set(['application/json', 'application/graphql+json', 'application/graphql-response+json']);

function refusal(status: number, message: string, code: ErrorCode = 'bad_request') {
  return createGraphQLError(message, { extensions: { code, http: { status } } });
}

/**
 * The operation in a request's body. Yoga's own limit on bodies would hold a second request, with the streams between
 * the two, for as long as a subscription lasts.
 */
async function readOperation(request: Request): Promise<GraphQLParams> {
  try {
    const operation = await readJson(request);
    if (typeof operation === 'object' && operation !== null) return operation;
  } catch (error) {
    throw error instanceof GatewayError ? refusal(error.status, error.message, error.code) : error;
  }
  throw refusal(400, 'The body must be a JSON object.');
}

/**
 * How requests to /graphql are read and answered: bodies are JSON and nothing else, event streams are the gateway's own,
 * and errors carry codes of the closed list (docs/protocol.md §4.2, §5, §11.1).
 */
export function useGatewayTransport(streams: EventStreams): Plugin<object, TransportContext> {
  return {
    onRequestParse({ request, setRequestParser }) {
      if (request.method !== 'POST') return;
      const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
      if (!JSON_TYPES.has(type)) throw refusal(415, 'Send the operation as application/json.');
      setRequestParser(readOperation);
    },
    onResultProcess(hook) {
      const { request, serverContext } = hook;
      // Batches are refused before they are results.
      const outcome = hook.result as ExecutionOutcome;
      if (!isStream(outcome) && outcome.errors !== undefined) {
        for (const error of outcome.errors) Object.assign(error.extensions, toWireError(error).extensions);
        hook.setResult(outcome);
      }
      if (!prefersEventStream(request, outcome)) return;
      hook.setResultProcessor(() => {
        const status = isStream(outcome) ? 200 : refusedWith(outcome);
        const response = streams.respond(frameResults(outcome, DISTINCT_FRAMES), {
          dialect: GRAPHQL_DIALECT,
          release: () => serverContext.operation.end(),
        });
        return status === 200 ? response : new Response(response.body, { status, headers: response.headers });
      }, 'text/event-stream');
    },
  };
}

function prefersEventStream(request: Request, outcome: ExecutionOutcome): boolean {
  const accept = request.headers.get('accept') ?? '*/*';
  if (accept.includes('text/event-stream')) return isStream(outcome) || !/json|\*\/\*/.test(accept);
  return isStream(outcome) && accept.includes('*/*');
}

/** What the operation says of itself is 200 with its errors; a request that never became one keeps its status. */
function refusedWith(outcome: Exclude<ExecutionOutcome, AsyncIterable<unknown>>): number {
  for (const { extensions } of outcome.errors ?? []) {
    if (extensions.http?.status !== undefined && extensions.http.spec !== true) return extensions.http.status;
  }
  return 200;
}
