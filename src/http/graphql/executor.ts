import { type ExecutionArgs, type ExecutionResult, GraphQLError, getOperationAST, OperationTypeNode } from 'graphql';
import type { GraphQLParams, YogaServerInstance } from 'graphql-yoga';
import type { Viewer } from '../../runtime/services.ts';
import type { Operation } from './operation.ts';

/** What every transport puts into the context before the API's own members are made. */
export interface TransportContext {
  readonly viewer: Viewer;
  readonly operation: Operation;
}

export type OperationParams = GraphQLParams & { readonly query: string };

export type ExecutionOutcome = ExecutionResult | AsyncIterable<ExecutionResult>;

export interface ExecutorOptions {
  readonly yoga: Pick<YogaServerInstance<TransportContext, object>, 'getEnveloped'>;
  readonly maskError: (error: unknown) => GraphQLError;
}

/** An operation that is valid and has its context. */
export interface PreparedOperation {
  readonly args: ExecutionArgs;
  readonly run: () => Promise<ExecutionOutcome>;
}

/** Runs operations that come without an HTTP request of their own, through the same plugins as those that do. */
export class Executor {
  readonly #options: ExecutorOptions;

  constructor(options: ExecutorOptions) {
    this.#options = options;
  }

  /** The operation, or what is wrong with it. */
  async prepare(
    params: OperationParams,
    transport: TransportContext,
  ): Promise<PreparedOperation | readonly GraphQLError[]> {
    const enveloped = this.#options.yoga.getEnveloped({ ...transport, params } as never);
    try {
      const document = enveloped.parse(params.query);
      const faults: readonly GraphQLError[] = enveloped.validate(enveloped.schema, document);
      if (faults.length > 0) return faults;

      const node = getOperationAST(document, params.operationName);
      if (node === null || node === undefined) {
        return [new GraphQLError('The document has no operation of that name, or several and none was named.')];
      }
      const args: ExecutionArgs = {
        schema: enveloped.schema,
        document,
        contextValue: await enveloped.contextFactory(),
        variableValues: params.variables ?? null,
        operationName: params.operationName ?? null,
      };
      const execute = node.operation === OperationTypeNode.SUBSCRIPTION ? enveloped.subscribe : enveloped.execute;
      return { args, run: async () => this.#managed(await execute(args), transport.operation) };
    } catch (error) {
      return [this.#options.maskError(error)];
    }
  }

  async execute(params: OperationParams, transport: TransportContext): Promise<ExecutionOutcome> {
    const prepared = await this.prepare(params, transport);
    return 'run' in prepared ? prepared.run() : { errors: prepared };
  }

  /** A stream whose `return` ends the operation first, and whose failure is its last result. */
  #managed(outcome: ExecutionOutcome, operation: Operation): ExecutionOutcome {
    if (!isStream(outcome)) return outcome;
    const { maskError } = this.#options;
    const results = outcome[Symbol.asyncIterator]();
    let done = false;
    const managed: AsyncGenerator<ExecutionResult, void> = {
      async next() {
        if (done) return { done: true, value: undefined };
        try {
          const next = await results.next();
          if (next.done !== true) return { done: false, value: next.value };
          done = true;
          return { done: true, value: undefined };
        } catch (error) {
          done = true;
          if (operation.signal.aborted) return { done: true, value: undefined };
          return { done: false, value: { errors: [maskError(error)] } };
        }
      },
      async return() {
        done = true;
        operation.end();
        await results.return?.();
        return { done: true, value: undefined };
      },
      async throw(error) {
        await managed.return();
        throw error;
      },
      [Symbol.asyncIterator]: () => managed,
      [Symbol.asyncDispose]: async () => {
        await managed.return();
      },
    };
    return managed;
  }
}

export function isStream(outcome: unknown): outcome is AsyncIterable<ExecutionResult> {
  return typeof outcome === 'object' && outcome !== null && Symbol.asyncIterator in outcome;
}
