import type { ExecutionResult } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { GraphQLContext } from '../../../src/graphql/context.ts';
import { createMaskError } from '../../../src/graphql/errors.ts';
import { createLimits } from '../../../src/graphql/limits.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import type { Services, Viewer } from '../../../src/runtime/services.ts';
import type { Database } from '../../../src/store/database.ts';

// biome-ignore format: one line says it
type Data = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- tests say what they expect of it

export interface Reply extends Omit<ExecutionResult, 'data'> {
  readonly status: number;
  /** Absent where nothing ran; tests say what they expect of it. */
  readonly data: Data;
}

export interface Api {
  run(query: string, variables?: object): Promise<Reply>;
  /** What reached the log, newest last. */
  readonly reported: readonly unknown[];
}

export interface ApiOptions {
  readonly database: Database;
  readonly viewer: Viewer;
  /** Without them the operations under test read the database alone. */
  readonly services?: Services;
}

const NO_SERVICES = new Proxy({} as Services, {
  get(_target, name) {
    throw new Error(`the operation called services.${String(name)}`);
  },
});

/** The GraphQL API in process: requests go through the server's own parsing, limits, execution and error mask. */
export function createApi({ database, viewer, services = NO_SERVICES }: ApiOptions): Api {
  const reported: unknown[] = [];
  const yoga = createYoga({
    schema,
    context: ({ request }): GraphQLContext => ({
      services,
      viewer,
      database,
      clock: systemClock,
      signal: request.signal,
    }),
    maskedErrors: { maskError: createMaskError((error) => reported.push(error)), errorMessage: 'internal' },
    plugins: createLimits(),
    logging: false,
  });
  return {
    reported,
    async run(query, variables = {}) {
      const response = await yoga.fetch('http://gateway.test/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ query, variables }),
      });
      return { status: response.status, ...((await response.json()) as { data: Data }) };
    },
  };
}
