import { createClient } from 'graphql-sse';

interface Citation {
  readonly source: string;
  readonly sectionPath: string | null;
  readonly grounding: string | null;
}

export interface Answer {
  readonly status: string;
  readonly error: string | null;
  readonly citations: readonly Citation[];
}

interface EventData {
  readonly queryEvents: {
    readonly delta?: string;
    readonly query?: Answer | null;
  };
}

const RUN = /* GraphQL */ `
  mutation Run($input: RunQueryInput!) {
    runQuery(input: $input) { id }
  }
`;

const FOLLOW = /* GraphQL */ `
  subscription Follow($queryId: ID!) {
    queryEvents(queryId: $queryId) {
      ... on OutputTextDeltaEvent { delta }
      ... on TerminalEvent {
        query { status error citations { source sectionPath grounding } }
      }
    }
  }
`;

/** Starts a turn with `runQuery`, follows it with `queryEvents`, and returns what its terminal event says. */
export async function askThroughGraphql(
  address: string,
  input: { readonly ask: string; readonly scope: readonly string[] },
  onDelta: (delta: string) => void,
): Promise<Answer> {
  const url = `${address}/graphql`;
  const queryId = await start(url, input);
  const client = createClient({ url, retryAttempts: 0 });
  try {
    for await (const { data, errors } of client.iterate<EventData>({ query: FOLLOW, variables: { queryId } })) {
      if (errors !== undefined) throw new Error(errors.map(({ message }) => message).join('\n'));
      const event = data?.queryEvents;
      if (event?.delta !== undefined) onDelta(event.delta);
      if (event?.query === null) throw new Error('The turn was deleted while it ran.');
      if (event?.query !== undefined) return event.query;
    }
  } finally {
    client.dispose();
  }
  throw new Error('The stream ended before the turn did.');
}

async function start(url: string, input: object): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: RUN, variables: { input: { ...input, stream: true } } }),
  });
  const { data, errors } = (await response.json()) as {
    readonly data?: { readonly runQuery: { readonly id: string } } | null;
    readonly errors?: readonly { readonly message: string }[];
  };
  if (data !== null && data !== undefined) return data.runQuery.id;
  throw new Error(errors?.map(({ message }) => message).join('\n') ?? `The gateway answered ${response.status}.`);
}
