import { inspect } from 'node:util';
import { expect } from 'vitest';
import type { ComposePart } from '../../../../src/engine/ports/compose.ts';
import type { ResearchRequest } from '../../../../src/engine/ports/research.ts';
import { GatewayError } from '../../../../src/errors.ts';
import { context } from '../../../engine/support/memory-knowledge.ts';
import { API_KEY } from './open-model.ts';

export const never = new AbortController().signal;

export async function partsOf(parts: AsyncIterable<ComposePart>): Promise<readonly ComposePart[]> {
  const all: ComposePart[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

export const textOf = (parts: readonly ComposePart[]): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');

/** What a composition said before it failed, and how it failed. */
export async function failureOf(parts: AsyncIterable<ComposePart>) {
  const said: ComposePart[] = [];
  try {
    for await (const part of parts) said.push(part);
  } catch (error) {
    return { parts: said, said: textOf(said), error: errorFor(error) };
  }
  throw new Error(`it did not fail, and said: ${textOf(said)}`);
}

/** What a promise failed with. */
export async function rejectionOf(promise: Promise<unknown>): Promise<GatewayError> {
  return promise.then(
    (value) => {
      throw new Error(`it did not fail, and gave: ${inspect(value)}`);
    },
    (error: unknown) => errorFor(error),
  );
}

/** The error, once it is seen to be one for the caller that holds the key nowhere, hidden members and causes included. */
function errorFor(error: unknown): GatewayError {
  expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain(API_KEY);
  if (!(error instanceof GatewayError)) throw new Error('it failed with no GatewayError', { cause: error });
  return error;
}

export function researchRequest(given: Partial<ResearchRequest> = {}): ResearchRequest {
  const ask = given.ask ?? 'What are the payment terms?';
  return {
    ask,
    standaloneAsk: ask,
    history: [],
    systemPrompt: null,
    guardrails: null,
    vars: {},
    shape: null,
    thinkingLevel: 'low',
    contexts: [context('docs')],
    tools: [
      {
        name: 'search',
        description: 'Searches the passages.',
        parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
      },
    ],
    exchanges: [],
    stepsLeft: 3,
    ...given,
  };
}
