import { describe, expect, it } from 'vitest';
import { formatAnswerFooter, formatFailure, formatWarnings } from '../../src/cli/answer.ts';
import { formatTable } from '../../src/cli/table.ts';

const plain = (_: string, text: string) => text;

describe('what stands below an answer', () => {
  it('numbers the sources with their sections and quotes, and tells how to go on', () => {
    const document = {
      session_id: 'ses_1',
      output_json: null,
      citations: [
        { source: 'acme-msa.md', section_path: '§4.2 Payment terms', grounding: 'Acme pays\nnet 30.' },
        { source: 'process-letter.txt' },
      ],
    };
    expect(formatAnswerFooter(document, plain)).toBe(
      [
        'Sources',
        '  1  acme-msa.md › §4.2 Payment terms',
        '     “Acme pays net 30.”',
        '  2  process-letter.txt',
        '',
        'Go on with: knowql ask "…" --session ses_1',
        '',
      ].join('\n'),
    );
  });

  it('shows a shaped answer as JSON', () => {
    expect(formatAnswerFooter({ output_json: { qualifies: true }, citations: [] }, plain)).toBe(
      '{\n  "qualifies": true\n}\n',
    );
  });

  it('names what had no effect, and why a turn did not complete', () => {
    expect(formatWarnings({ warnings: [{ code: 'x', message: 'scope is pinned' }] }, plain)).toBe(
      'warning: scope is pinned\n',
    );
    expect(formatFailure({ status: 'failed', error: 'The model stopped.' }, plain)).toBe(
      'failed: The model stopped.\n',
    );
    expect(formatFailure({ status: 'completed', error: null }, plain)).toBe('');
  });
});

describe('a table', () => {
  it('has columns as wide as their widest cell and keeps each row on its line', () => {
    const rows = [
      ['RESULT', 'FILE', 'WHY'],
      ['added', 'a.md', ''],
      ['failed', 'b.bin', 'not\ntext'],
    ];
    expect(formatTable(rows, plain)).toBe('RESULT  FILE   WHY\nadded   a.md\nfailed  b.bin  not text\n');
  });
});
