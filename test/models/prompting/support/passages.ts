import type { ComposeRequest, Passage } from '../../../../src/engine/ports/compose.ts';
import type { Chunk, KnowledgeSnapshot, ScopedContext } from '../../../../src/engine/ports/knowledge.ts';
import { context, MemoryKnowledge } from '../../../engine/support/memory-knowledge.ts';

export function passage(number: number, text: string, chunk: Partial<Chunk> = {}): Passage {
  return {
    number,
    hit: {
      score: 1 / number,
      foundBy: ['keyword'],
      chunk: {
        id: `chk_${number}`,
        contextSlug: 'docs',
        sourceId: 'src_1',
        sourcePath: `source-${number}.md`,
        headingPath: [],
        start: 0,
        end: text.length,
        pages: [],
        ordinal: 0,
        text,
        ...chunk,
      },
    },
  };
}

/** The text of the passage that a part's span names. */
export function spanOf(
  passages: readonly Passage[],
  part: { readonly passage: number; readonly start: number; readonly end: number },
): string {
  const text = passages.find(({ number }) => number === part.passage)?.hit.chunk.text ?? '';
  return text.slice(part.start, part.end);
}

export async function composeRequest({
  contexts = [context('docs')],
  ...given
}: Partial<ComposeRequest> & { readonly contexts?: readonly ScopedContext[] }): Promise<ComposeRequest> {
  const knowledge: KnowledgeSnapshot = await new MemoryKnowledge([]).open(contexts);
  const ask = given.ask ?? 'What are the payment terms?';
  return {
    ask,
    standaloneAsk: ask,
    history: [],
    passages: [passage(1, 'Net 30.')],
    knowledge,
    systemPrompt: null,
    guardrails: null,
    vars: {},
    shape: null,
    thinkingLevel: 'low',
    ...given,
  };
}
