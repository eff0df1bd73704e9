import { isJsonObject, type JsonObject, type JsonValue } from '../lib/json.ts';
import { type createPainter, printable } from './io.ts';

type Paint = ReturnType<typeof createPainter>;

const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? printable(value) : '');

const objects = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

/** What stands below an answer: its structured part, what it rests on, and how to go on. */
export function formatAnswerFooter(document: JsonObject, paint: Paint): string {
  const parts = [formatOutputJson(document), formatCitations(document, paint), formatSession(document, paint)];
  return parts.filter((part) => part !== '').join('\n');
}

function formatOutputJson(document: JsonObject): string {
  const output = document['output_json'] ?? null;
  return output === null ? '' : `${printable(JSON.stringify(output, null, 2))}\n`;
}

function formatCitations(document: JsonObject, paint: Paint): string {
  const citations = objects(document['citations']);
  if (citations.length === 0) return '';
  const lines = citations.map((citation, index) => {
    const section = text(citation['section_path']);
    const place = section === '' ? text(citation['source']) : `${text(citation['source'])} › ${section}`;
    const quote = text(citation['grounding']).replaceAll(/\s+/g, ' ').trim();
    return `  ${index + 1}  ${paint('cyan', place)}\n${quote === '' ? '' : `     ${paint('dim', `“${quote}”`)}\n`}`;
  });
  return `${paint('bold', 'Sources')}\n${lines.join('')}`;
}

function formatSession(document: JsonObject, paint: Paint): string {
  const session = text(document['session_id']);
  return session === '' ? '' : `${paint('dim', `Go on with: knowql ask "…" --session ${session}`)}\n`;
}

/** One line for each thing that was sent and had no effect. */
export function formatWarnings(document: JsonObject, paint: Paint): string {
  return objects(document['warnings'])
    .map((warning) => `${paint('yellow', 'warning:')} ${text(warning['message'])}\n`)
    .join('');
}

/** Why a turn did not complete, or the empty string. */
export function formatFailure(document: JsonObject, paint: Paint): string {
  if (document['status'] === 'completed') return '';
  return `${paint('red', `${text(document['status'])}:`)} ${text(document['error'])}\n`;
}
