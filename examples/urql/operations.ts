import { gql } from '@urql/core';

export type TurnStatus = 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'CANCELLED';

export interface Step {
  readonly id: string;
  readonly stepId: string;
  readonly status: 'RUNNING' | 'COMPLETED' | 'FAILED';
  readonly commentary: string;
}

export interface Citation {
  readonly id: string;
  readonly source: string;
  readonly sectionPath: string | null;
  readonly grounding: string | null;
}

export interface Turn {
  readonly id: string;
  readonly sessionId: string;
  readonly status: TurnStatus;
  readonly text: string;
  readonly error: string | null;
  readonly citations: readonly Citation[];
  readonly steps: readonly Step[];
  readonly usage: { readonly id: string; readonly totalTokens: number };
}

export type TurnEvent = { readonly seq: number } & (
  | { readonly __typename: 'StepEvent'; readonly step: Step }
  | { readonly __typename: 'OutputTextDeltaEvent'; readonly delta: string }
  /** `query` is null when the turn has been deleted since. */
  | { readonly __typename: 'TerminalEvent'; readonly status: TurnStatus; readonly query: Turn | null }
  | { readonly __typename: 'CreatedEvent' | 'TurnRollupEvent' | 'SynthesisEvent' | 'TraceEvent' }
);

export interface RunInput {
  readonly ask: string;
  /** Contexts to ask, on the first turn of a session. */
  readonly scope?: readonly string[];
  /** The session to go on with. */
  readonly sessionId?: string;
}

// Every part of a turn has an id of its own: select it, and the cache merges what different operations know of it.
const TURN_FIELDS = gql`
  fragment TurnFields on KnowQLQuery {
    id
    sessionId
    status
    text
    error
    citations { id source sectionPath grounding }
    steps { id stepId status commentary }
    usage { id totalTokens }
  }
`;

export const RUN_QUERY = gql<{ runQuery: Turn }, { input: RunInput & { stream: true } }>`
  mutation RunQuery($input: RunQueryInput!) {
    runQuery(input: $input) { ...TurnFields }
  }
  ${TURN_FIELDS}
`;

export const CANCEL_QUERY = gql<{ cancelQuery: Pick<Turn, 'id' | 'status'> }, { id: string }>`
  mutation CancelQuery($id: ID!) {
    cancelQuery(id: $id) { id status }
  }
`;

export const TURN = gql<{ query: Turn | null }, { id: string }>`
  query Turn($id: ID!) {
    query(id: $id) { ...TurnFields }
  }
  ${TURN_FIELDS}
`;

// The terminal event brings the whole turn: that is how the cached one gets its final state.
export const QUERY_EVENTS = gql<{ queryEvents: TurnEvent }, { queryId: string; after: number }>`
  subscription QueryEvents($queryId: ID!, $after: Int) {
    queryEvents(queryId: $queryId, after: $after) {
      __typename
      seq
      ... on StepEvent { step { id stepId status commentary } }
      ... on OutputTextDeltaEvent { delta }
      ... on TerminalEvent { status query { ...TurnFields } }
    }
  }
  ${TURN_FIELDS}
`;
