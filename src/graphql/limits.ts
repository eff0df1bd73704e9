import { EnvelopArmor } from '@escape.tech/graphql-armor';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { MAX_DEPTH } from './complexity.ts';

export const MAX_TOKENS = 3_000;
export const MAX_ALIASES = 30;
export const MAX_DIRECTIVES = 30;

const WHAT_TO_DO = 'Select less, or split it into several operations.';

/**
 * Bounds of an operation's text, checked before anything of it runs: for the server's plugins. What an operation
 * costs to run is bounded beside the fields themselves, see `complexity.ts`.
 */
export function createLimits(): Plugin[] {
  const { plugins } = new EnvelopArmor({
    maxTokens: { n: MAX_TOKENS, ...refusing(`An operation has at most ${MAX_TOKENS} tokens`) },
    maxDepth: {
      n: MAX_DEPTH,
      flattenFragments: true,
      ...refusing(`An operation goes at most ${MAX_DEPTH} levels deep`),
    },
    // The list of exceptions holds `__typename` by default, which makes an unbounded number of them free.
    maxAliases: { n: MAX_ALIASES, allowList: [], ...refusing(`An operation has at most ${MAX_ALIASES} aliases`) },
    maxDirectives: { n: MAX_DIRECTIVES, ...refusing(`An operation has at most ${MAX_DIRECTIVES} directives`) },
    costLimit: { enabled: false },
    // Suggestions name fields that a misspelt one may have meant. The schema is public: they help, and tell nothing.
    blockFieldSuggestion: { enabled: false },
  }).protect();
  // Armor declares them for any server; its hooks are those of this one.
  return plugins as unknown as Plugin[];
}

function refusing(limit: string): { readonly propagateOnRejection: boolean; readonly onReject: (() => never)[] } {
  return {
    propagateOnRejection: false,
    onReject: [
      () => {
        throw new GraphQLError(`${limit}. ${WHAT_TO_DO}`, {
          extensions: { code: 'bad_request', retryable: false, http: { status: 400 } },
        });
      },
    ],
  };
}
