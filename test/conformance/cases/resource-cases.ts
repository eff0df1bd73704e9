import type { ErrorCode } from '../../../src/errors.ts';
import { ASK, accepted, type ConformanceCase, refused, warned } from './conformance-case.ts';

const NOWHERE = '00000000000000000000000000';
const impure = { pure: false };

function continuing(name: string, members: object, [code, field]: readonly [ErrorCode, string]): ConformanceCase {
  return {
    ...refused(name, {}, [code, field], impure),
    input: { document: { ask: ASK.ask, ...members } },
  };
}

/** What only the gateway's own data can decide. */
export const RESOURCE_CASES: readonly ConformanceCase[] = [
  refused('a context that does not exist', { scope: ['nowhere'] }, ['context_not_found', 'scope[0]'], impure),
  refused('a context id that does not exist', { scope: [`ctx_${NOWHERE}`] }, ['context_not_found', 'scope[0]'], impure),
  refused(
    'one unknown context among known ones',
    { scope: ['contracts', 'nowhere'] },
    ['context_not_found', 'scope[1]'],
    impure,
  ),
  refused('a context that is not curated', { scope: ['empty'] }, ['context_not_queryable', 'scope[0]'], impure),
  refused('work and search in one scope', { scope: ['contracts', 'work-log'] }, ['mixed_scope', 'scope[1]'], impure),
  { ...accepted('an empty work context', { scope: ['work-log'] }), ...impure },
  {
    ...warned('a workflow on a work context', { scope: ['work-log'], workflow: 'search_rag' }, [
      'no_effect',
      'workflow',
    ]),
    ...impure,
  },
  refused('a tool that does not exist', { tools: ['search', 'browse'] }, ['bad_request', 'tools[1]'], impure),
  continuing('a session that does not exist', { session_id: `ses_${NOWHERE}` }, ['session_not_found', 'session_id']),
  continuing('a session id that is none', { session_id: 'first' }, ['session_not_found', 'session_id']),
  continuing('an empty session id', { session_id: '' }, ['session_not_found', 'session_id']),
  continuing('a query that does not exist', { previous_query_id: `qry_${NOWHERE}` }, [
    'query_not_found',
    'previous_query_id',
  ]),
  continuing('a session id for a query id', { previous_query_id: `ses_${NOWHERE}` }, [
    'query_not_found',
    'previous_query_id',
  ]),
  refused('a model that does not exist', { model: 'nobody/none' }, ['model_unavailable', 'model'], impure),
  refused('a model without a name', { model: '' }, ['model_unavailable', 'model'], impure),
  refused(
    'a fallback list with a typo in it',
    { models: ['local/extractive', 'lcoal/extractive'] },
    ['model_unavailable', 'models[1]'],
    impure,
  ),
  {
    name: 'refuses another document under a key that was used',
    transport: 'both',
    input: { sequence: [ASK, { ...ASK, ask: 'And the notice period?' }], idempotencyKey: 'conformance-another' },
    expect: { kind: 'refused', code: 'idempotency_conflict', field: 'idempotency_key' },
    pure: false,
  },
  {
    name: 'takes the same document twice under one key',
    transport: 'both',
    input: { sequence: [ASK, { scope: ASK.scope, ask: ASK.ask }], idempotencyKey: 'conformance-same' },
    expect: { kind: 'accepted' },
    pure: false,
  },
];
