import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../../src/engine/ports/knowledge.ts';
import { chunkDocument } from '../../../src/knowledge/chunking/chunk.ts';
import { parseMarkdown } from '../../../src/knowledge/parse/markdown.ts';
import { candidateQueries } from '../../../src/knowledge/sample-queries/candidates.ts';

function chunksOf(markdown: string): readonly Chunk[] {
  return chunkDocument(parseMarkdown(markdown)).map((chunk, ordinal) => ({
    ...chunk,
    id: `chk_${ordinal}`,
    contextSlug: 'c',
    sourceId: 'src_a',
    sourcePath: 'a.md',
    ordinal,
  }));
}

const queries = (title: string, markdown: string) =>
  candidateQueries(title, chunksOf(markdown)).map(({ query }) => query);

describe('questions that a source suggests', () => {
  it('begin with those that its headings ask', () => {
    expect(queries('Help', '# Help\n\n## How do I cancel?\n\nThe notice period is 30 days.\n')).toEqual([
      'How do I cancel?',
      'What is the notice period?',
    ]);
  });

  it('ask for what a label or a sentence says, exact things first', () => {
    const markdown =
      '# Acme MSA\n\nThe governing law is the law of England. The late fee is 2 % a month.\n\n' +
      '- **Payment terms:** net 45\n- Renewal: automatic\n';
    expect(queries('Acme MSA', markdown)).toEqual([
      'What are the payment terms in “Acme MSA”?',
      'What is the late fee?',
      'What is the Renewal in “Acme MSA”?',
      'What is the governing law?',
    ]);
  });

  it('ask what defined terms mean', () => {
    expect(queries('a.md', 'A paragraph of the text.\n\n"Net Revenue" means the revenue without taxes.\n')).toEqual([
      'What does “Net Revenue” mean?',
    ]);
  });

  it('ask for what stands under a heading, its number left out, by the title where there is one', () => {
    const markdown =
      '# Terms\n\n## 4.2 Data location\n\nWe keep the data of all customers in the region that they chose.\n';
    expect(queries('Terms of use', markdown)).toEqual(['What does “Terms of use” say about data location?']);
    expect(queries('terms.md', markdown)).toEqual(['What is said about data location?']);
  });

  it.each([
    [
      'point at something else',
      'This is the end of it. The following is a list. That rule is old. It is due in 5 days.',
    ],
    ['are about every document', '# A\n\n## Overview\n\nWords and the like.\n\n## References\n\nBooks and the like.\n'],
    ['are names', '# A\n\n- Jane Doe: 12 shares\n- Dunmore Freight Systems: 40 lorries\n'],
    ['are the header of a table', '| Discount | Approver |\n| --- | --- |\n| standard | manager |\n'],
    ['say only how to read what follows', '# A\n\nNote: see page 4\n\nExample: 12 of them\n'],
  ])('are none where the words %s', (_why, markdown) => {
    expect(queries('a.md', markdown)).toEqual([]);
  });

  it('are asked in the language of the source, and not at all in one without words for it', () => {
    const german =
      '# Vertrag\n\n## 3. Kündigungsfrist\n\nDie Frist ist nicht kürzer als drei Monate und wird von der Firma mit dem Kunden vereinbart.\n';
    expect(queries('Rahmenvertrag', german)).toEqual(['Was steht in „Rahmenvertrag“ zu „Kündigungsfrist“?']);
    const swedish =
      '# Avtal\n\n## Uppsägning\n\nDet är inte en fråga om att ha rätt, och det som är avtalat av parterna gäller för dem.\n';
    expect(queries('Avtal', swedish)).toEqual([]);
  });

  it('are each asked once, whatever their case', () => {
    const markdown = '# A\n\n## Fees\n\nThe late fee is 2 %.\n\n## More fees\n\nThe Late Fee is 3 %.\n';
    expect(queries('a.md', markdown).filter((query) => /late fee/i.test(query))).toEqual(['What is the late fee?']);
  });
});
