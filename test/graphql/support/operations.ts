/** Runs a turn and selects what most tests look at. */
export const RUN = /* GraphQL */ `
  mutation Run($input: RunQueryInput!) {
    runQuery(input: $input) {
      id status error text sessionId document
      citations { id source sectionPaths grounding kind }
      warnings { code field }
    }
  }
`;

export const READ = /* GraphQL */ `
  query Read($id: ID!) {
    query(id: $id) {
      id status error text document
      citations { id source grounding }
      steps { id stepId status commentary }
      usage { id totalTokens outputTokens }
    }
  }
`;

export const FOLLOW = /* GraphQL */ `
  subscription Follow($queryId: ID!, $after: Int) {
    queryEvents(queryId: $queryId, after: $after) {
      __typename
      id seq type queryId
      ... on CreatedEvent { query { id status text } }
      ... on StepEvent { step { id stepId status } }
      ... on OutputTextDeltaEvent { delta }
      ... on TurnRollupEvent { rollup { totalHits } }
      ... on SynthesisEvent { synthesis { status } }
      ... on TraceEvent { traceRef }
      ... on TerminalEvent { status error query { id status text citations { id source grounding } usage { totalTokens } } }
    }
  }
`;

export const ACME_MSA = `# Master Services Agreement

## Payment

### Terms

Acme pays each invoice within 45 days of its receipt. Late amounts bear interest of one percent a month.

## Renewal

The agreement renews for one year unless either party gives notice 60 days before its end.
`;
