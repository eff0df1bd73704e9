import { builder } from '../builder.ts';

export const Workflow = builder.enumType('Workflow', {
  description: 'How a turn works towards its answer.',
  values: {
    SEARCH: { value: 'search', description: 'Searches as often as it needs, then composes.' },
    SEARCH_RAG: { value: 'search_rag', description: 'One retrieval, one composition: quicker.' },
    SEARCH_CC: { value: 'search_cc', description: 'Refused with `workflow_unavailable` unless a backend offers it.' },
    QUERY_SEARCH: { value: 'query_search', description: 'Another name of SEARCH.' },
    QUERY_SAC: { value: 'query_sac', description: 'Another name of SEARCH.' },
    QUERY_RAG: { value: 'query_rag', description: 'Another name of SEARCH_RAG.' },
    QUERY_CC: { value: 'query_cc', description: 'Another name of SEARCH_CC.' },
  } as const,
});
