import { builder } from '../builder.ts';

export const Workflow = builder.enumType('Workflow', {
  description: 'How a turn works towards its answer.',
  values: {
    SEARCH: { value: 'search', description: 'Searches as often as it needs, then composes.' },
    SEARCH_RAG: { value: 'search_rag', description: 'One retrieval, one composition: quicker.' },
    SEARCH_CC: { value: 'search_cc', description: 'Refused with `workflow_unavailable` unless a backend offers it.' },
  } as const,
});
