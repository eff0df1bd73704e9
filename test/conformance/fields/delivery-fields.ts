import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { TELLING } from '../support/telling-model.ts';
import { completed, textOf } from './api.ts';
import type { FieldCase } from './field-case.ts';

const TERMS = { ask: "What are Acme's payment terms?", scope: ['contracts'] };

/** How an answer arrives, when it is late, and beside which others. */
export const DELIVERY_FIELDS: readonly FieldCase[] = [
  {
    field: 'stream',
    effect: 'gives the events of the turn as they happen, and the same answer at the end',
    check: async (api) => {
      const { events, last } = await api.stream(TERMS);
      expect(events[0]).toBe('response.created');
      expect(events).toContain('response.output_text.delta');
      expect(events.filter((type) => /completed|failed|cancelled/u.test(type))).toEqual(['response.completed']);
      expect(textOf(completed(last))).toBe(textOf(await api.ask({ ...TERMS, stream: false })));
    },
  },
  {
    field: 'background',
    effect: 'answers at once with the turn in progress, which ends by itself',
    check: async (api) => {
      const { status, last } = await api.background(TERMS);
      expect(status).toBe('in_progress');
      expect(textOf(completed(last))).toBe(textOf(await api.ask({ ...TERMS, background: false })));
    },
  },
  {
    field: 'timeoutSeconds',
    effect: 'ends a turn that takes longer, and says so',
    check: async (api) => {
      const late = await api.ask({
        ...TERMS,
        ask: "Wait for Acme's payment terms.",
        model: TELLING,
        timeout_seconds: 1,
      });
      expect(late.status).toBe('failed');
      expect(late.error).toMatch(/limit of 1 s \(timeout_seconds\)/u);
    },
  },
  {
    field: 'comparisonGroup',
    effect: 'makes up to three turns list each other',
    check: async (api) => {
      const asked = { ...TERMS, comparison_group: randomUUID() };
      const alone = completed(await api.ask(asked));
      expect(alone['comparison']).toEqual([]);
      const other = completed(await api.ask({ ...asked, workflow: 'search_rag', model: TELLING }));
      expect(other['comparison']).toEqual([{ workflow: 'search', query_id: alone.id, model: 'local/extractive' }]);
      const third = completed(await api.ask(asked));
      expect(third['comparison']).toContainEqual({ workflow: 'search_rag', query_id: other.id, model: TELLING });
      expect(await api.refusal(asked)).toEqual({ code: 'comparison_group_full', field: 'comparison_group' });
    },
  },
];
