import type { Content } from '@google/genai';
import type { Prompt } from '../prompting/compose-prompt.ts';

export function toContents({ turns }: Prompt): Content[] {
  return turns.map(({ role, text }) => ({ role, parts: [{ text }] }));
}
