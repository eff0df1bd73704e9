import { expect } from 'vitest';
import { type Answered, completed, searchesOf, textOf, warningsOf } from './api.ts';
import type { FieldCase } from './field-case.ts';
import { ROUNDS_ASK } from './sources.ts';

const TERMS = { ask: "What are Acme's payment terms?", scope: ['contracts'] };

interface Envelope {
  readonly answered_by: string;
  readonly mode: string;
  readonly counts: { readonly chunks: number; readonly artifacts: number };
  readonly chunks: readonly { readonly text?: string; readonly truncated?: boolean; readonly source: string }[];
  readonly artifacts: readonly { readonly text?: string; readonly name: string; readonly sources: readonly string[] }[];
  readonly retrieval: { readonly matched_artifacts: readonly string[] };
}

function envelopeOf(document: Answered): Envelope {
  const envelope = completed(document)['output_json'] as unknown as Envelope;
  expect(envelope.answered_by).toBe('retrieval');
  expect(document.model).toBeNull();
  return envelope;
}

/** What one turn does, and how. */
export const CONTROL_FIELDS: readonly FieldCase[] = [
  {
    field: 'shape',
    effect: 'makes the answer an object of that shape, each value cited, and fails the turn where it cannot',
    check: async (api) => {
      const scope = ['contracts', 'pricing-policy'];
      const ask = 'Does Acme Corp qualify for a renewal discount?';
      const properties = {
        qualifies: { type: 'boolean' },
        discount_pct: { type: 'number' },
        reason: { type: 'string' },
      };
      const shape = { type: 'object', properties, required: ['qualifies'] };
      const answered = completed(await api.ask({ ask, scope, shape }));
      expect(answered['output_json']).toEqual({
        qualifies: true,
        discount_pct: 12.5,
        reason: '12-month renewal with more than 80% usage',
      });
      expect(answered.citations.some(({ grounding }) => grounding.includes('12.5%'))).toBe(true);
      expect(textOf(answered)).toBe('');

      const impossible = { type: 'object', properties: { shoe_size: { type: 'number' } }, required: ['shoe_size'] };
      const failed = await api.ask({ ask, scope, shape: impossible });
      expect(failed).toMatchObject({ status: 'failed', output_json: null });
      expect(failed.error).toContain('shoe_size');
      expect(await api.refusal({ ask, scope, shape: {} })).toEqual({ code: 'invalid_shape', field: 'shape' });
    },
  },
  {
    field: 'maxSteps',
    effect: 'caps the searches of a turn and is echoed',
    check: async (api) => {
      const asked = { ask: ROUNDS_ASK, scope: ['rounds'] };
      const capped = completed(await api.ask({ ...asked, max_steps: 1 }));
      expect(searchesOf(capped)).toBe(1);
      expect(capped['max_steps']).toBe(1);
      const free = completed(await api.ask(asked));
      expect(searchesOf(free)).toBeGreaterThan(1);
      expect(free['max_steps']).toBe(8);
    },
  },
  {
    field: 'thinkingLevel',
    effect: 'decides how much a model reads and is echoed',
    check: async (api) => {
      const little = completed(await api.ask({ ...TERMS, thinking_level: 'minimal' }));
      const much = completed(await api.ask({ ...TERMS, thinking_level: 'high' }));
      expect(much.usage.input_tokens).toBeGreaterThan(little.usage.input_tokens);
      expect([little['thinking_level'], much['thinking_level']]).toEqual(['minimal', 'high']);
      expect([...warningsOf(little), ...warningsOf(much)]).toEqual([]);
    },
  },
  {
    field: 'compose',
    effect: 'set to false, gives the material instead of an answer',
    check: async (api) => {
      const composed = completed(await api.ask({ ...TERMS, compose: true }));
      expect(textOf(composed)).not.toBe('');
      expect(composed['output_json']).toBeNull();
      const envelope = envelopeOf(await api.ask({ ...TERMS, compose: false }));
      expect(envelope.mode).toBe('retrieval_only');
    },
  },
  {
    field: 'retrievalOnly',
    effect: 'gives the material instead of an answer',
    check: async (api) => {
      const { mode, counts, chunks, artifacts } = envelopeOf(await api.ask({ ...TERMS, retrieval_only: true }));
      expect(mode).toBe('retrieval_only');
      expect(counts).toEqual({ chunks: chunks.length, artifacts: artifacts.length });
      expect(chunks[0]?.text).toContain('net 30');
      expect(counts.artifacts).toBeGreaterThan(0);
    },
  },
  {
    field: 'pointersOnly',
    effect: 'gives the same without text',
    check: async (api) => {
      const { mode, chunks, artifacts } = envelopeOf(await api.ask({ ...TERMS, pointers_only: true }));
      expect(mode).toBe('pointers_only');
      expect(chunks.length).toBeGreaterThan(0);
      expect(artifacts.length).toBeGreaterThan(0);
      expect([...chunks, ...artifacts].filter((item) => 'text' in item)).toEqual([]);
    },
  },
  {
    field: 'chunksOnly',
    effect: 'gives chunks and no artifacts',
    check: async (api) => {
      const { mode, chunks, artifacts } = envelopeOf(await api.ask({ ...TERMS, chunks_only: true }));
      expect(mode).toBe('chunks_only');
      expect(chunks.length).toBeGreaterThan(0);
      expect(artifacts).toEqual([]);
    },
  },
  {
    field: 'artifactsOnly',
    effect: 'gives artifacts and no chunks',
    check: async (api) => {
      const ask = { ask: 'When does the running term of each agreement in force end?', scope: ['contracts'] };
      const { mode, chunks, artifacts, retrieval } = envelopeOf(await api.ask({ ...ask, artifacts_only: true }));
      expect(mode).toBe('artifacts_only');
      expect(chunks).toEqual([]);
      expect(artifacts[0]).toMatchObject({
        type: 'table',
        name: 'Agreements in force',
        sources: ['contract-register.md'],
        text: expect.stringContaining('HA-MSA-0117 | Acme Corp'),
      });
      expect(retrieval.matched_artifacts).toEqual(artifacts.map(({ name }) => name));
    },
  },
  {
    field: 'maxRetrieved',
    effect: 'limits the items, and is reported where nothing is limited',
    check: async (api) => {
      const limited = { ...TERMS, retrieval_only: true, max_retrieved: 2 };
      expect(envelopeOf(await api.ask(limited)).counts).toEqual({ chunks: 2, artifacts: 2 });
      const above = await api.ask({ ...TERMS, retrieval_only: true, max_retrieved: 201 });
      expect(warningsOf(above)).toEqual(['value_limited max_retrieved']);
      expect(warningsOf(await api.ask({ ...TERMS, max_retrieved: 2 }))).toEqual(['no_effect max_retrieved']);
    },
  },
  {
    field: 'maxRetrievedChars',
    effect: 'cuts the text of each item, and is reported where there is none',
    check: async (api) => {
      const { chunks } = envelopeOf(await api.ask({ ...TERMS, retrieval_only: true, max_retrieved_chars: 20 }));
      expect(chunks.filter(({ text = '' }) => Array.from(text).length > 20)).toEqual([]);
      expect(chunks[0]?.truncated).toBe(true);
      const composed = await api.ask({ ...TERMS, max_retrieved_chars: 20 });
      expect(warningsOf(composed)).toEqual(['no_effect max_retrieved_chars']);
    },
  },
];
