/** What GraphiQL opens with: ask, then follow the answer as it is written. */
export const EXAMPLE = `# Welcome. Two operations show what this gateway does; the play button offers both.
#
# 1. Ask. With "stream: true" the turn comes back at once, in progress.
#    Copy its "id" from the result.

mutation Ask {
  runQuery(
    input: {
      ask: "What are Acme's payment terms?"
      scope: ["contracts"] # slugs of contexts: { contexts { slug title queryable } } lists them
      stream: true # leave it out to wait for the whole answer instead
    }
  ) {
    id
    status
    sessionId # send it as "sessionId" instead of "scope" to ask a follow-up
  }
}

# 2. Follow. Put the id below. Events are kept: start late, or run it again, and nothing is missing.
#    "after: 12" skips the first twelve, for a reader that comes back.

subscription Follow {
  queryEvents(queryId: "qry_…") {
    seq
    type
    ... on StepEvent {
      step {
        commentary
        status
      }
    }
    ... on OutputTextDeltaEvent {
      delta # joined, the deltas are the answer
    }
    ... on TerminalEvent {
      status
      error
      query {
        text
        citations {
          source
          sectionPath
          grounding # the quoted words, as they stand in the source
        }
        usage {
          totalTokens
          costUsd
        }
      }
    }
  }
}
`;
