import type { ParsedDocument } from './document.ts';
import { DocumentWriter } from './document-writer.ts';
import { isObject, isPlain, type Json, line, lines, named } from './json-lines.ts';
import { parsePlainText } from './plain-text.ts';

/** Numbers beyond this are not exact once parsed: they are carried as text. */
const LONG_NUMBER = /([:[,\s])(-?\d[\d.]{14,}(?:[eE][+-]?\d+)?)(?=\s*[,\]}\s]|$)/g;

/**
 * JSON as lines of names and values: what a reader looks for are the values, without quotes and escapes. Members of
 * the outermost object that hold more than a value are sections.
 */
export function parseJson(text: string): ParsedDocument {
  const value = tryParse(text);
  if (value === undefined) {
    const notes = ['The file is not valid JSON and was taken as plain text. Correct it to have its values found.'];
    return { ...parsePlainText(text), notes };
  }
  const writer = new DocumentWriter();
  if (isObject(value)) writeObject(writer, value);
  else writeList(writer, Array.isArray(value) ? value : [value], undefined);
  return writer.finish(isObject(value) ? titleOf(value) : undefined);
}

/** One JSON value a line. A line that is none is kept as it is, and noted. */
export function parseJsonLines(text: string): ParsedDocument {
  const writer = new DocumentWriter();
  const broken: number[] = [];
  const values: Json[] = [];
  text.split(/\r?\n/).forEach((line, index) => {
    if (line.trim() === '') return;
    const value = tryParse(line);
    if (value === undefined) broken.push(index + 1);
    values.push(value ?? line);
  });
  writeList(writer, values, undefined);
  if (broken.length > 0) {
    const lines = broken.slice(0, 10).join(', ');
    writer.note(`Lines that are not valid JSON were taken as text: ${lines}${broken.length > 10 ? ' and more' : ''}.`);
  }
  return writer.finish();
}

export function looksLikeJson(text: string): boolean {
  const trimmed = text.trim();
  return /^(?:\{[\s\S]*\}|\[[\s\S]*\])$/.test(trimmed) && tryParse(trimmed) !== undefined;
}

/** At least two lines, each an object or a list. */
export function looksLikeJsonLines(text: string): boolean {
  const lines = text
    .slice(0, 65_536)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 5);
  const whole = text.length > 65_536 ? lines.slice(0, -1) : lines;
  return whole.length >= 2 && whole.every((line) => /^\s*[{[]/.test(line) && tryParse(line) !== undefined);
}

function tryParse(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return text.search(LONG_NUMBER) >= 0 ? exactly(text, value) : value;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The same with its long numbers as text, digit by digit, unless a string only looks as if it held one. */
function exactly(text: string, value: Json): Json {
  const strings = /"(?:[^"\\]|\\.)*"/g;
  let quoted = '';
  let at = 0;
  for (const { 0: string, index } of text.matchAll(strings)) {
    quoted += text.slice(at, index).replace(LONG_NUMBER, '$1"$2"') + string;
    at = index + string.length;
  }
  try {
    return JSON.parse(quoted + text.slice(at).replace(LONG_NUMBER, '$1"$2"')) as Json;
  } catch {
    return value; // quoting it broke it: inexact numbers are better than none
  }
}

function writeObject(writer: DocumentWriter, object: { readonly [name: string]: Json }): void {
  const entries = Object.entries(object);
  const plain = entries.filter(([, value]) => isPlain(value));
  if (plain.length > 0) writer.block('list', plain.map(named).join('\n'));
  for (const [name, value] of entries) {
    if (isPlain(value)) continue;
    writer.heading(1, name);
    if (Array.isArray(value)) writeList(writer, value, name);
    else writer.block('list', lines(value, '').join('\n'));
  }
}

/** Records of values alone are a table too; each is written as a block of its own. */
function writeList(writer: DocumentWriter, values: readonly Json[], name: string | undefined): void {
  const records = values.filter(isObject);
  const names = [...new Set(records.slice(0, 100).flatMap((record) => Object.keys(record)))];
  const isTable =
    records.length > 1 && records.length === values.length && names.length <= 100 && records.every(isFlat);
  if (isTable) {
    const rows = records.map((record) => names.map((column) => line(record[column] ?? null)));
    const texts = records.map((record) => lines(record, '').join('\n'));
    writer.tableText(texts.join('\n\n'), { name, hasHeader: true, rows: [names, ...rows] });
    return;
  }
  // Records are cut at their lines, and stand apart from each other as items of a list would not.
  for (const value of values) writer.block(isPlain(value) ? 'paragraph' : 'code', lines(value, '').join('\n'));
}

function isFlat(value: { readonly [name: string]: Json }): boolean {
  return Object.values(value).every(isPlain);
}

function titleOf(object: { readonly [name: string]: Json }): string | undefined {
  const title = object['title'] ?? object['name'];
  return typeof title === 'string' ? title : undefined;
}
