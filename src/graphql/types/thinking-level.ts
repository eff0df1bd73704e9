import { builder } from '../builder.ts';

export const ThinkingLevel = builder.enumType('ThinkingLevel', {
  description: 'How much a model thinks before it answers. Higher is slower, dearer, and better on hard questions.',
  values: {
    MINIMAL: { value: 'minimal', description: 'As little as the model can.' },
    LOW: { value: 'low', description: 'A little: quick questions.' },
    MEDIUM: { value: 'medium', description: 'Enough for most questions.' },
    HIGH: { value: 'high', description: 'As much as the model likes.' },
  } as const,
});
