/** The documents that the page sends, and what each answers. A test holds them against schema.graphql. */
export type TurnStatus = 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
export type StepStatus = 'RUNNING' | 'COMPLETED' | 'FAILED';

export interface ContextItem {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly kind: 'SEARCH' | 'WORK';
  readonly queryable: boolean;
  readonly sourceCount: number;
  readonly sampleQueries: readonly string[];
}

export interface StepItem {
  readonly stepId: string;
  readonly status: StepStatus;
  readonly commentary: string;
}

export interface CitationItem {
  readonly source: string;
  readonly sectionPath: string | null;
  readonly sectionPaths: readonly (readonly string[])[] | null;
  readonly pages: readonly number[] | null;
  readonly grounding: string | null;
}

export interface TurnItem {
  readonly id: string;
  readonly sessionId: string;
  readonly status: TurnStatus;
  readonly input: readonly { readonly role: string; readonly content: string }[];
  readonly text: string;
  readonly error: string | null;
  readonly model: string | null;
  readonly runtimeMs: number;
  readonly usage: { readonly totalTokens: number };
  readonly citations: readonly CitationItem[];
  readonly steps: readonly StepItem[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

export interface SessionItem {
  readonly id: string;
  readonly title: string | null;
  readonly createdAt: string;
  readonly scope: readonly string[];
}

interface EventBase {
  readonly seq: number;
}

/** What the page reads of a turn's events; every other event only counts. */
export type TurnEvent = EventBase &
  (
    | { readonly __typename: 'StepEvent'; readonly step: StepItem }
    | { readonly __typename: 'OutputTextDeltaEvent'; readonly delta: string }
    /** `query` is null when the turn has been deleted since. */
    | {
        readonly __typename: 'TerminalEvent';
        readonly status: TurnStatus;
        readonly error: string | null;
        readonly query: TurnItem | null;
      }
    | { readonly __typename: 'CreatedEvent' | 'TurnRollupEvent' | 'SynthesisEvent' | 'TraceEvent' }
  );

export interface Page<T> {
  readonly edges: readonly { readonly node: T }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

const TURN_FIELDS = `
  fragment TurnFields on KnowQLQuery {
    id sessionId status text error model runtimeMs
    input { role content }
    usage { totalTokens }
    citations { source sectionPath sectionPaths pages grounding }
    steps { stepId status commentary }
    warnings { code message }
  }`;

export const CONTEXTS = `query Contexts { contexts { slug title description kind queryable sourceCount sampleQueries } }`;

export const SESSIONS = `
  query Sessions($after: String) {
    sessions(first: 20, after: $after) {
      edges { node { id title createdAt scope } }
      pageInfo { hasNextPage endCursor }
    }
  }`;

export const SESSION = `
  query Session($id: ID!, $after: String) {
    session(id: $id) {
      id title createdAt scope
      queries(first: 50, after: $after) {
        edges { node { ...TurnFields } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
  ${TURN_FIELDS}`;

export const RUN_QUERY = `
  mutation RunQuery($input: RunQueryInput!) { runQuery(input: $input) { ...TurnFields } }
  ${TURN_FIELDS}`;

export const CANCEL_QUERY = `
  mutation CancelQuery($id: ID!) { cancelQuery(id: $id) { id status } }`;

export const QUERY_EVENTS = `
  subscription QueryEvents($queryId: ID!, $after: Int) {
    queryEvents(queryId: $queryId, after: $after) {
      __typename
      seq
      ... on StepEvent { step { stepId status commentary } }
      ... on OutputTextDeltaEvent { delta }
      ... on TerminalEvent { status error query { ...TurnFields } }
    }
  }
  ${TURN_FIELDS}`;
