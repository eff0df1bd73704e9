import { expect } from 'vitest';
import { toCanonicalName } from '../../../src/knowql/names.ts';
import type { JsonValue } from '../../../src/lib/json.ts';
import { FAILING, TELLING } from '../support/telling-model.ts';
import { completed, searchesOf, sourcesOf, textOf, warningsOf } from './api.ts';
import type { FieldCase } from './field-case.ts';
import { ROUNDS_ASK } from './sources.ts';

const TERMS = { ask: "What are Acme's payment terms?", scope: ['contracts'] };
const TIER_DISCOUNT = { ask: 'What is the renewal discount for a Tier 2 customer with usage above 80%?' };

/** What a session pins, and how a turn joins one. */
export const SESSION_FIELDS: readonly FieldCase[] = [
  {
    field: 'ask',
    effect: 'is what is answered',
    check: async (api) => {
      const acme = completed(await api.ask(TERMS));
      expect(textOf(acme)).toContain('net 30');
      expect(acme['input']).toEqual([{ role: 'user', content: TERMS.ask }]);
      const brightwater = completed(await api.ask({ ...TERMS, ask: "What are Brightwater's payment terms?" }));
      expect(textOf(brightwater)).toContain('net 60');
    },
  },
  {
    field: 'scope',
    effect: 'bounds what an answer can rest on, by slug',
    check: async (api) => {
      const within = completed(await api.ask({ ...TIER_DISCOUNT, scope: ['pricing-policy'] }));
      expect(sourcesOf(within)).toContain('tiers/tier-2.md');
      const outside = completed(await api.ask({ ...TIER_DISCOUNT, scope: ['contracts'] }));
      expect(sourcesOf(outside)).not.toContain('tiers/tier-2.md');
      expect((await api.session(within.session_id)).scope).toEqual(['pricing-policy']);
    },
  },
  {
    field: 'scope',
    effect: 'takes ids and reports slugs',
    check: async (api) => {
      const byId = completed(await api.ask({ ...TERMS, scope: [await api.contextId('contracts')] }));
      expect(byId.citations).toEqual((await api.ask(TERMS)).citations);
      expect((await api.session(byId.session_id)).scope).toEqual(['contracts']);
    },
  },
  {
    field: 'sessionId',
    effect: 'goes on with a session, its last turn read along',
    check: async (api) => {
      const first = completed(await api.ask(TERMS));
      const second = completed(await api.ask({ ask: 'and on renewal?', session_id: first.session_id }));
      expect(second).toMatchObject({ session_id: first.session_id, previous_query_id: first.id });
      expect(textOf(second)).toContain('2% 10 net 30');
      expect((await api.session(first.session_id)).lastQueryId).toBe(second.id);
    },
  },
  {
    field: 'previousQueryId',
    effect: 'goes on from a turn, later ones unread',
    check: async (api) => {
      const root = completed(await api.ask({ ...TERMS, model: TELLING }));
      const { session_id } = root;
      const later = completed(await api.ask({ ask: 'What notice does Brightwater give?', session_id }));
      const branch = completed(await api.ask({ ask: 'and on renewal?', previous_query_id: root.id }));
      expect(branch).toMatchObject({ session_id, previous_query_id: root.id });
      expect(JSON.parse(textOf(branch))).toMatchObject({ history: [TERMS.ask] });
      const after = completed(await api.ask({ ask: 'and late?', session_id, previous_query_id: later.id }));
      expect(JSON.parse(textOf(after))).toMatchObject({ history: [TERMS.ask, 'What notice does Brightwater give?'] });
      const elsewhere = await api.ask(TERMS);
      expect(await api.refusal({ ask: 'and late?', session_id, previous_query_id: elsewhere.id })).toMatchObject({
        code: 'bad_request',
      });
    },
  },
  pinned('systemPrompt', 'Say it in one line.', 'Say it at length.'),
  pinned('guardrails', 'Name no prices.', 'Name no names.'),
  pinned('vars', { customer: 'Acme' }, {}),
  {
    field: 'model',
    effect: 'answers by id or tier, is pinned by the first turn, and overridden for one turn',
    check: async (api) => {
      const first = completed(await api.ask({ ...TERMS, model: 'pro' }));
      expect(first.model).toBe(TELLING);
      const { session_id } = first;
      expect((await api.session(session_id)).models).toEqual(['pro']);
      expect((await api.ask({ ask: 'And late?', session_id, model: 'local/extractive' })).model).toBe(
        'local/extractive',
      );
      expect((await api.ask({ ask: 'And late?', session_id })).model).toBe(TELLING);
      expect(await api.refusal({ ...TERMS, model: 'gpt' })).toEqual({ code: 'model_unavailable', field: 'model' });
    },
  },
  {
    field: 'models',
    effect: 'are tried in turn, and win over model',
    check: async (api) => {
      const answered = completed(await api.ask({ ...TERMS, models: [FAILING, TELLING], model: 'local/extractive' }));
      expect(answered.model).toBe(TELLING);
      expect(warningsOf(answered)).toEqual(['control_overridden model']);
      expect((await api.session(answered.session_id)).models).toEqual([FAILING, TELLING]);
      expect(await api.refusal({ ...TERMS, models: [TELLING, 'gpt'] })).toEqual({
        code: 'model_unavailable',
        field: 'models[1]',
      });
    },
  },
  {
    field: 'tools',
    effect: 'are all that a turn may call',
    check: async (api) => {
      const asked = { ask: ROUNDS_ASK, scope: ['rounds'] };
      expect(searchesOf(completed(await api.ask({ ...asked, tools: [] })))).toBeGreaterThan(1);
      const without = completed(await api.ask({ ...asked, tools: ['read_neighbours'] }));
      expect(searchesOf(without)).toBe(1);
      expect((await api.session(without.session_id)).tools).toEqual(['read_neighbours']);
      expect(await api.refusal({ ...asked, tools: ['browse'] })).toEqual({ code: 'bad_request', field: 'tools[0]' });
    },
  },
  {
    field: 'workflow',
    effect: 'decides how often a turn searches, under any of its names',
    check: async (api) => {
      const asked = { ask: ROUNDS_ASK, scope: ['rounds'] };
      for (const [workflow, name, maxSteps] of [
        ['search', 'search', 8],
        ['query_search', 'search', 8],
        ['query_sac', 'search', 8],
        ['search_rag', 'search_rag', 1],
        ['query_rag', 'search_rag', 1],
      ] as const) {
        const answered = completed(await api.ask({ ...asked, workflow }));
        expect({ workflow, max_steps: answered['max_steps'] }).toEqual({ workflow, max_steps: maxSteps });
        expect(searchesOf(answered) > 1).toBe(name === 'search');
        expect((await api.session(answered.session_id)).workflow).toBe(name);
      }
      for (const workflow of ['search_cc', 'query_cc']) {
        expect(await api.refusal({ ...asked, workflow })).toEqual({ code: 'workflow_unavailable', field: 'workflow' });
      }
    },
  },
];

function pinned(field: 'systemPrompt' | 'guardrails' | 'vars', value: JsonValue, other: JsonValue): FieldCase {
  const name = toCanonicalName(field);
  return {
    field,
    effect: 'reaches a model that heeds it, on every turn of its session, and is reported where it does not',
    check: async (api) => {
      const first = completed(await api.ask({ ...TERMS, model: TELLING, [name]: value }));
      expect(JSON.parse(textOf(first))[field]).toEqual(value);
      expect(warningsOf(first)).toEqual([]);
      expect((await api.session(first.session_id))[field]).toEqual(value);

      const next = completed(await api.ask({ ask: 'And late?', session_id: first.session_id, [name]: other }));
      expect(JSON.parse(textOf(next))[field]).toEqual(value);
      expect(warningsOf(next)).toEqual([`pinned_field_ignored ${name}`]);

      const unheeded = completed(await api.ask({ ...TERMS, [name]: value }));
      expect(warningsOf(unheeded)).toEqual([`no_effect ${name}`]);
      expect((await api.session(unheeded.session_id))[field]).toEqual(value);
    },
  };
}
