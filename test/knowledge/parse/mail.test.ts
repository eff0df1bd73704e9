import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import type { ParsedDocument } from '../../../src/knowledge/parse/document.ts';
import { parseSource } from '../../../src/knowledge/parse/parse-source.ts';
import { docx, paragraph } from './build/office.ts';

const parse = (bytes: string | Uint8Array) =>
  parseSource(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes, 'a.bin', 'application/octet-stream');
const lines = (...all: string[]) => all.join('\r\n');
const HEADER = ['From: Ada <ada@example.org>', 'To: Bob <bob@example.org>', 'Date: Mon, 01 Jul 2024 10:00:00 +0000'];

describe('a message', () => {
  it('has its subject, its people, its date and its body once, though it is there twice', async () => {
    const message = lines(
      ...HEADER,
      'Subject: =?utf-8?B?UHJlaXNlIOKCrA==?=',
      'Content-Type: multipart/alternative; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'The fee is 10 =E2=82=AC.',
      '--b',
      'Content-Type: text/html',
      '',
      '<p>The fee is 10 &euro;.</p>',
      '--b--',
    );
    const { document, title, mediaType } = await parse(message);
    expect(mediaType).toBe('message/rfc822');
    expect(title).toBe('Preise €');
    expect(document.text).toBe(
      'Preise €\n\nFrom: Ada <ada@example.org>\nTo: Bob <bob@example.org>\nDate: 2024-07-01T10:00:00.000Z\n\nThe fee is 10 €.',
    );
  });

  it('is read from HTML where there is nothing else', async () => {
    const table = '<table><tr><th>Item</th><th>Price</th></tr><tr><td>Bolts</td><td>3</td></tr></table>';
    const { document } = await parse(
      lines(...HEADER, 'Subject: x', 'Content-Type: text/html', '', `<h2>Fees</h2>${table}`),
    );
    expect(document.text).toContain('Fees\n\nItem | Price\nBolts | 3');
    expect(document.sections.at(-1)?.headingPath).toEqual(['x', 'Fees']);
  });

  it('is decoded as its parts declare, typographic quotes of Windows-1252 included', async () => {
    const message = lines(
      ...HEADER,
      'Subject: x',
      'Content-Type: text/plain; charset=windows-1252',
      '',
      'A \x93quote\x94 for 5 \x80',
    );
    expect((await parse(message)).document.text).toMatch(/A “quote” for 5 €$/);
    const cyrillic = lines(
      ...HEADER,
      'Subject: =?koi8-r?Q?=D0=D2=C9=D7=C5=D4?=',
      'Content-Type: text/plain; charset=koi8-r',
      '',
      '\xd0\xd2\xc9\xd7\xc5\xd4',
    );
    expect((await parse(cyrillic)).document.text).toMatch(/^привет[\s\S]*привет$/);
  });

  it('has what its attachments say, and notes those that cannot be read', async () => {
    const attached = Buffer.from(docx(paragraph('The attached fee.'))).toString('base64');
    const message = lines(
      ...HEADER,
      'Subject: Contract',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'See below.',
      '--b',
      'Content-Type: application/octet-stream',
      "Content-Disposition: attachment; filename*=utf-8''Geb%C3%BChren.docx",
      'Content-Transfer-Encoding: base64',
      '',
      attached,
      '--b',
      'Content-Type: image/png; name=logo.png',
      'Content-Disposition: attachment; filename=logo.png',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1').toString('base64'),
      '--b--',
    );
    const { document } = await parse(message);
    expect(document.text).toContain('See below.\n\nGebühren.docx\n\nThe attached fee.');
    expect(document.sections.at(-1)?.headingPath).toEqual(['Contract', 'Gebühren.docx']);
    expect(document.notes).toEqual([expect.stringMatching(/^Attachment logo\.png: This is a PNG image/)]);
  });

  it('may lie in a mailbox with others', async () => {
    const one = lines(
      'From ada@example.org Mon Jul  1 10:00:00 2024',
      ...HEADER,
      'Subject: First',
      '',
      'One.',
      '>From here on',
      '',
      '',
    );
    const two = lines('From ada@example.org Mon Jul  1 11:00:00 2024', ...HEADER, 'Subject: Second', '', 'Two.', '');
    const { document, mediaType } = await parse(one + two);
    expect(mediaType).toBe('application/mbox');
    expect(document.sections.map(({ headingPath }) => headingPath[0])).toContain('First');
    expect(document.sections.at(-1)?.headingPath).toEqual(['Second']);
    expect(document.text).toContain('One.');
    expect(document.text).toMatch(/Two\.$/);
  });
});

describe('a message of another kind', () => {
  it('that is encrypted says so, and one that is signed is read', async () => {
    const encrypted = lines(
      ...HEADER,
      'Subject: x',
      'Content-Type: application/pkcs7-mime; smime-type=enveloped-data',
      '',
      'MIIB',
    );
    await expect(parse(encrypted)).rejects.toThrow('The message is encrypted. Decrypt it and add it again.');
    const pgp = lines(
      ...HEADER,
      'Subject: x',
      'Content-Type: multipart/encrypted; boundary=b',
      '',
      '--b',
      '',
      'x',
      '--b--',
    );
    await expect(parse(pgp)).rejects.toThrow(/encrypted/);
    const signed = lines(
      ...HEADER,
      'Subject: x',
      'Content-Type: multipart/signed; boundary=b',
      '',
      '--b',
      '',
      'Signed.',
      '--b--',
    );
    expect((await parse(signed)).document.text).toMatch(/Signed\.$/);
  });

  it('may have been saved in two bytes a character', async () => {
    const message = lines(...HEADER, 'Subject: x', 'Content-Type: text/plain; charset=utf-8', '', 'Zwölf €.');
    const { document, mediaType } = await parse(Buffer.from(`\ufeff${message}`, 'utf16le'));
    expect(mediaType).toBe('message/rfc822');
    expect(document.text).toMatch(/Zwölf €\.$/);
  });
});

describe('a message that does not say what its letters are', () => {
  const message = (subject: string, ...body: readonly string[]) => lines(...HEADER, `Subject: ${subject}`, ...body);

  it.each([
    ['windows-1252', 'Größer als früher, für alle.'],
    ['windows-1251', 'Договор подписан вчера представителями сторон.'],
    ['koi8-r', 'Договор подписан вчера представителями сторон.'],
  ])('is read as what they can only be: %s', async (encoding, text) => {
    const { document } = await parse(iconv.encode(message('x', '', text), encoding));
    expect(document.text).toContain(text);
  });

  it('has a header of its own, whatever is said of its body', async () => {
    const head = iconv.encode(message('Größe für alle'), 'windows-1252');
    const body = Buffer.from(lines('', 'Content-Type: text/plain; charset=koi8-r', '', ''));
    const { document, title } = await parse(Buffer.concat([head, body, iconv.encode('Договор', 'koi8-r')]));
    expect(title).toBe('Größe für alle');
    expect(document.text).toContain('Договор');
  });
});

describe('a mailbox', () => {
  const subjects = ({ sections }: ParsedDocument) => [...new Set(sections.map(({ headingPath }) => headingPath[0]))];
  const message = (subject: string, ...more: readonly string[]) =>
    lines('From ann@example.org Mon Jan  1 10:00:00 2024', ...HEADER, `Subject: ${subject}`, ...more);

  it('has no message where a line of prose begins with the word', async () => {
    const box = `${message('One', '', 'From the start of the year', 'the fee is ten.')}\n\n${message('Two', '', 'x')}`;
    const { document } = await parse(Buffer.from(box));
    expect(subjects(document)).toEqual(['One', 'Two']);
    expect(document.text).toContain('From the start of the year\nthe fee is ten.');
  });

  it('is read but for the messages in it that are encrypted', async () => {
    const encrypted = message('Two', 'Content-Type: multipart/encrypted; boundary=b', '', 'x');
    const box = [message('One', '', 'a'), encrypted, message('Three', '', 'b')].join('\n\n');
    const { document } = await parse(Buffer.from(box));
    expect(subjects(document)).toEqual(['One', 'Three']);
    expect(document.notes).toEqual(['The message is encrypted. Decrypt it and add it again.']);
  });
});

describe('a text that is no message', () => {
  it.each(['Note: this is text.\nIt has a colon.\n', 'To: whom it may concern\n\nHello.\n'])(
    'stays text: %s',
    async (text) => {
      expect((await parse(text)).mediaType).toBe('text/plain');
    },
  );
});
