import { accepted, type ConformanceCase, refused, warned } from './conformance-case.ts';

const SHAPE = { type: 'object', properties: { qualifies: { type: 'boolean' } } };

const RESERVED = [
  'where',
  'ground',
  'budget',
  'explain',
  'as_of',
  'since',
  'window',
  'link',
  'resolve',
  'trace',
  'await',
  'apply',
];

/** Controls that outrank each other, change nothing, or go by another name. */
export const CONTROL_CASES: readonly ConformanceCase[] = [
  accepted('search', { workflow: 'search' }),
  accepted('search_rag', { workflow: 'search_rag' }),
  accepted('query_search for search', { workflow: 'query_search' }),
  accepted('query_sac for search', { workflow: 'query_sac' }),
  accepted('query_rag for search_rag', { workflow: 'query_rag' }),
  refused('search_cc, which is not offered', { workflow: 'search_cc' }, ['workflow_unavailable', 'workflow']),
  refused('query_cc, which is not offered', { workflow: 'query_cc' }, ['workflow_unavailable', 'workflow']),
  refused('a workflow that nobody knows', { workflow: 'serch' }, ['workflow_unavailable', 'workflow']),
  refused('a workflow without a name', { workflow: '' }, ['workflow_unavailable', 'workflow']),

  accepted('compose: true', { compose: true }),
  accepted('compose: false', { compose: false }),
  accepted('retrieval_only', { retrieval_only: true }),
  accepted('pointers_only', { pointers_only: true }),
  accepted('chunks_only', { chunks_only: true }),
  accepted('artifacts_only', { artifacts_only: true }),
  accepted('retrieval controls that are off', { retrieval_only: false, chunks_only: false }),
  accepted('limits on a retrieval-only turn', { retrieval_only: true, max_retrieved: 5, max_retrieved_chars: 100 }),
  warned('artifacts_only beside chunks_only', { chunks_only: true, artifacts_only: true }, [
    'control_overridden',
    'artifacts_only',
  ]),
  warned('retrieval_only beside artifacts_only', { artifacts_only: true, retrieval_only: true }, [
    'control_overridden',
    'retrieval_only',
  ]),
  warned('retrieval_only beside pointers_only', { pointers_only: true, retrieval_only: true }, [
    'control_overridden',
    'retrieval_only',
  ]),
  warned('compose: true beside retrieval_only', { compose: true, retrieval_only: true }, [
    'control_overridden',
    'compose',
  ]),
  warned('compose: false beside chunks_only', { compose: false, chunks_only: true }, ['control_overridden', 'compose']),
  warned(
    'two that lost',
    { chunks_only: true, artifacts_only: true, pointers_only: true },
    ['control_overridden', 'artifacts_only'],
    ['control_overridden', 'pointers_only'],
  ),
  warned('a shape on a retrieval-only turn', { retrieval_only: true, shape: SHAPE }, ['shape_ignored', 'shape']),
  warned('a shape beside compose: false', { compose: false, shape: SHAPE }, ['shape_ignored', 'shape']),
  warned('max_retrieved on a composing turn', { max_retrieved: 5 }, ['no_effect', 'max_retrieved']),
  warned('max_retrieved_chars on a composing turn', { max_retrieved_chars: 5 }, ['no_effect', 'max_retrieved_chars']),
  warned('max_retrieved_chars with pointers_only', { pointers_only: true, max_retrieved_chars: 5 }, [
    'no_effect',
    'max_retrieved_chars',
  ]),
  warned('more items than are returned', { retrieval_only: true, max_retrieved: 10_000 }, [
    'value_limited',
    'max_retrieved',
  ]),
  warned('thinking_level on a retrieval-only turn', { retrieval_only: true, thinking_level: 'high' }, [
    'no_effect',
    'thinking_level',
  ]),
  accepted('max_steps on a retrieval-only turn, which searches too', { retrieval_only: true, max_steps: 3 }),
  warned('max_steps with artifacts_only', { artifacts_only: true, max_steps: 3 }, ['no_effect', 'max_steps']),
  warned('a model beside models', { model: 'lite', models: ['local/extractive'] }, ['control_overridden', 'model']),
  warned('max_steps on search_rag', { workflow: 'search_rag', max_steps: 3 }, ['no_effect', 'max_steps']),

  ...RESERVED.map((name) => warned(`the reserved name ${name}`, { [name]: {} }, ['reserved_field', name])),
  warned('a member that nobody knows', { colour: 'blue' }, ['unknown_field', 'colour']),
  warned('a member in the wrong case', { retrievalOnly: true }, ['unknown_field', 'retrievalOnly']),
];
