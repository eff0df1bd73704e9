import { expect } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { faultsOf } from '../../support/wire-contract.ts';
import type { ConformanceCase } from '../cases/conformance-case.ts';

/** The terminal document of a turn, however far it was when it was answered. */
export async function endOf({ url }: { readonly url: string }, queryId: string): Promise<JsonObject> {
  // The stream of its events ends when the turn has.
  await (await fetch(`${url}/api/queries/${queryId}/events`)).text();
  return (await (await fetch(`${url}/api/queries/${queryId}`)).json()) as JsonObject;
}

/** Holds a terminal document to what its case says of accepted ones, and to the wire contract. */
export function expectAccepted(document: JsonObject, { expect: expected, mayTimeOut }: ConformanceCase): void {
  expect(faultsOf(document, 'canonical', '/$defs/ResponseDocument')).toEqual([]);
  const warnings = (document['warnings'] ?? []) as readonly { readonly code: string; readonly field?: string }[];
  const said = warnings.map(({ code, field }) => [code, field ?? '']);
  if (expected.kind === 'warned')
    expect(said).toEqual(expect.arrayContaining(expected.warnings.map((each) => [...each])));
  else expect(said.filter(([code]) => code !== 'no_effect')).toEqual([]);

  const { status, error } = document;
  if (mayTimeOut === true && status === 'failed') expect(error).toContain('timeout_seconds');
  else expect({ status, error }).toEqual({ status: 'completed', error: null });
}
