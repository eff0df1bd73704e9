import { describe, expect, it } from 'vitest';
import { parseSource } from '../../../src/knowledge/parse/parse-source.ts';

const parse = async (text: string, path = 'a.bin') => parseSource(Buffer.from(text), path, 'application/octet-stream');

describe('JSON', () => {
  it('is read as names and values, without escapes, a section for each member that holds more', async () => {
    const { document, mediaType, title } = await parse(
      String.raw`{"title":"K\u00f6ln","open":true,"tags":["a","b"],"address":{"street":"Am \"Dom\"","floor":null}}`,
    );
    expect(mediaType).toBe('application/json');
    expect(title).toBe('Köln');
    expect(document.text).toBe('title: Köln\nopen: true\ntags: a, b\n\naddress\n\nstreet: Am "Dom"\nfloor:');
    expect(document.sections.map(({ headingPath }) => headingPath)).toEqual([[], ['address']]);
  });

  it('keeps every digit of a number', async () => {
    expect((await parse('{"id": 12345678901234567890, "s": "a: 12345678901234567890"}')).document.text).toBe(
      'id: 12345678901234567890\ns: a: 12345678901234567890',
    );
  });

  it('has a table where records are alike', async () => {
    const { document } = await parse('[{"item":"Bolts","price":3},{"item":"Nuts","price":1.5}]');
    expect(document.text).toBe('item: Bolts\nprice: 3\n\nitem: Nuts\nprice: 1.5');
    expect(document.tables).toMatchObject([
      {
        header: ['item', 'price'],
        rows: [
          ['Bolts', '3'],
          ['Nuts', '1.5'],
        ],
      },
    ]);
  });

  it('nests what is nested', async () => {
    expect((await parse('[{"a":{"b":[{"c":1},{"c":2}]}}]')).document.text).toBe('a:\n  b:\n    - c: 1\n    - c: 2');
  });

  it('is read however deeply it nests', async () => {
    const lists = await parse(`${'['.repeat(20_000)}"deep"${']'.repeat(20_000)}`);
    expect(lists.document.text).toMatch(/^(?:- )+deep$/);
    const objects = await parse(`${'{"a":'.repeat(20_000)}{"fee":10}${'}'.repeat(20_000)}`);
    expect(objects.document.text).toMatch(/^a\n\na:\n {2}a:\n[\s\S]*\n +fee: 10$/);
  });

  it('may come line by line; a line that is none is kept and noted', async () => {
    const { document, mediaType } = await parse('{"a":"one"}\n{"a":"two"}\n{broken\n', 'log.jsonl');
    expect(mediaType).toBe('application/jsonl');
    expect(document.text).toBe('a: one\n\na: two\n\n{broken');
    expect(document.notes).toEqual(['Lines that are not valid JSON were taken as text: 3.']);
    expect((await parse('{"a":1}\n{"a":2}\n')).mediaType).toBe('application/jsonl');
  });

  it('that is broken is text, with a note', async () => {
    const { document } = await parse('{"fee": 10, // comment\n}', 'a.json');
    expect(document.text).toContain('"fee": 10');
    expect(document.notes?.[0]).toMatch(/not valid JSON/);
  });

  it.each(['[A link](https://example.org) and text.', '{curly} text', '[1] A reference\n[2] Another'])(
    'is not seen in: %s',
    async (text) => {
      expect((await parse(text)).mediaType).toBe('text/plain');
    },
  );
});
