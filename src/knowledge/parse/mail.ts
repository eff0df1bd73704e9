import PostalMime, { type Address, type Email } from 'postal-mime';
import { TooMuchUnpacked } from './allowance.ts';
import { appendPart } from './archive/members.ts';
import { tryDecodeAs } from './decode.ts';
import type { ParsedDocument } from './document.ts';
import { DocumentWriter } from './document-writer.ts';
import type { ReadPart } from './format.ts';
import { parseHtml } from './html.ts';
import { asUtf8 } from './mail/as-utf8.ts';
import { messagesOf } from './mail/messages-of.ts';
import { parsePlainText } from './plain-text.ts';
import { UnreadableSource } from './unreadable-source.ts';

/** Of the whole message, by either standard. A signature alone hides nothing. */
const ENCRYPTED = /^(?:multipart\/encrypted|application\/(?:x-)?pkcs7-mime(?!.*signed-data))/i;

/** A message: who wrote to whom and when, its body once, then its attachments as far as they can be read. */
export async function parseMail(bytes: Uint8Array, readPart: ReadPart): Promise<ParsedDocument> {
  const email = await PostalMime.parse(asUtf8(bytes), { attachmentEncoding: 'arraybuffer' });
  if (ENCRYPTED.test(headerOf(email, 'content-type'))) {
    throw new UnreadableSource('The message is encrypted. Decrypt it and add it again.', 'message/rfc822');
  }
  const writer = new DocumentWriter();
  const subject = repaired(email.subject ?? '').trim();
  writer.heading(1, subject);
  writer.block('list', headerLines(email).join('\n'));
  const body = bodyOf(email);
  if (body !== undefined) writer.append({ ...body, title: undefined });

  for (const { filename, mimeType, content, related, disposition } of email.attachments) {
    // Pictures of the page itself; everything else has been attached for its own sake.
    if (related === true && disposition !== 'attachment' && mimeType.startsWith('image/')) continue;
    const name = repaired(filename ?? (mimeType === 'message/rfc822' ? 'message.eml' : 'attachment'));
    try {
      const part = { name, mediaType: mimeType, level: 2, bytes: new Uint8Array(content as ArrayBuffer) };
      await appendPart(writer, part, readPart);
    } catch (error) {
      if (!(error instanceof UnreadableSource) || error instanceof TooMuchUnpacked) throw error;
      writer.note(`Attachment ${name}: ${error.message}`);
    }
  }
  return writer.finish(subject === '' ? undefined : subject);
}

/** Messages of a mailbox, each below its subject. */
export async function parseMbox(bytes: Uint8Array, readPart: ReadPart): Promise<ParsedDocument> {
  const writer = new DocumentWriter();
  for (const message of messagesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) {
    try {
      writer.append(await parseMail(message, readPart));
    } catch (error) {
      if (!(error instanceof UnreadableSource) || error instanceof TooMuchUnpacked) throw error;
      writer.note(error.message);
    }
  }
  return writer.finish();
}

/** The plain body where it says something, else the HTML one: they are the same text twice. */
function bodyOf({ text, html }: Email): ParsedDocument | undefined {
  const plain = text === undefined ? '' : repaired(text);
  if (plain.trim() !== '') return parsePlainText(plain.trim());
  return html === undefined ? undefined : parseHtml(repaired(html));
}

function headerOf({ headers }: Email, name: string): string {
  return headers.find(({ key }) => key === name)?.value ?? '';
}

function headerLines({ from, to, cc, date }: Email): readonly string[] {
  const named = (name: string, addresses: readonly Address[]) =>
    addresses.length === 0 ? [] : [`${name}: ${addresses.map(addressText).join(', ')}`];
  return [
    ...named('From', from === undefined ? [] : [from]),
    ...named('To', to ?? []),
    ...named('Cc', cc ?? []),
    ...(date === undefined ? [] : [`Date: ${date}`]),
  ];
}

function addressText({ name, address, group }: Address): string {
  if (group !== undefined) return `${name}: ${group.map(addressText).join(', ')}`;
  if (address === undefined || address === '') return repaired(name);
  return name === '' ? address : `${repaired(name)} <${address}>`;
}

/** Node 20 reads Windows-1252 as Latin-1, which has control characters where that has quotes and dashes. */
function repaired(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (sign) => tryDecodeAs(Buffer.from(sign, 'latin1'), 'windows-1252') ?? sign);
}
