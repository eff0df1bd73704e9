import type { IncomingMessage } from 'node:http';
import { type ExecutionArgs, GraphQLError } from 'graphql';
import { type Context, makeServer, type Server, type SubscribePayload } from 'graphql-ws';
import { isOwnFailure, toGatewayError } from '../../errors.ts';
import type { Viewer } from '../../runtime/services.ts';
import type { Executor, PreparedOperation } from './executor.ts';
import { Operation } from './operation.ts';
import { toWireError, toWireResult } from './wire-result.ts';

const INIT_TIMEOUT_MS = 3_000;

/** What the protocol knows of one socket besides its messages. */
export interface Connection {
  readonly request: IncomingMessage;
  /** Aborts when the socket is gone. */
  readonly gone: AbortSignal;
  readonly operations: Map<string, Operation>;
  viewer?: Viewer;
}

export interface SocketProtocolOptions {
  readonly executor: Executor;
  /** Whose connection it is, told by the `authorization` of its first message or, without that, of its handshake. */
  readonly identify: (authorization: string | null) => Promise<Viewer>;
}

/** The operations of GraphQL over WebSocket (docs/protocol.md §7), on sockets of whatever kind. */
export function createSocketProtocol({ executor, identify }: SocketProtocolOptions): Server<Connection> {
  // The server runs what it got from `onSubscribe`; the prepared operation travels beside its arguments.
  const prepared = new WeakMap<ExecutionArgs, PreparedOperation>();
  const run = (args: ExecutionArgs) => {
    const operation = prepared.get(args);
    if (operation === undefined) throw new GraphQLError('This operation was never prepared.');
    return operation.run();
  };

  return makeServer<Record<string, unknown>, Connection>({
    connectionInitWaitTimeout: INIT_TIMEOUT_MS,
    async onConnect({ connectionParams, extra }) {
      const named = connectionParams?.['authorization'] ?? connectionParams?.['Authorization'];
      try {
        extra.viewer = await identify(
          typeof named === 'string' ? named : (extra.request.headers.authorization ?? null),
        );
        return true;
      } catch (error) {
        if (isOwnFailure(toGatewayError(error))) throw error;
        return false;
      }
    },
    async onSubscribe({ extra }: Context<Record<string, unknown>, Connection>, id: string, payload: SubscribePayload) {
      if (extra.viewer === undefined) return [new GraphQLError('The connection is not acknowledged yet.')];
      const operation = new Operation(extra.gone);
      extra.operations.set(id, operation);
      const { query, operationName, variables } = payload;
      const result = await executor.prepare(
        {
          query,
          ...(operationName === undefined || operationName === null ? {} : { operationName }),
          ...(variables === undefined || variables === null ? {} : { variables }),
        },
        { viewer: extra.viewer, operation },
      );
      if (!('run' in result)) {
        finish(extra, id);
        return result;
      }
      prepared.set(result.args, result);
      return result.args;
    },
    execute: run,
    subscribe: run,
    onNext: (_context, _id, _payload, _args, result) => toWireResult(result),
    onError: (_context, _id, _payload, errors) => errors.map(toWireError),
    onComplete: ({ extra }, id) => finish(extra, id),
  });
}

function finish({ operations }: Connection, id: string): void {
  operations.get(id)?.end();
  operations.delete(id);
}
