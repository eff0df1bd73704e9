import { readXml } from '../../xml/read-xml.ts';
import type { NumberFormats } from './number-format.ts';

export interface SheetRow {
  /** From 1. */
  readonly number: number;
  /** Cells that hold something, by column from 0. */
  readonly cells: ReadonlyMap<number, string>;
}

interface SheetContext {
  readonly sharedStrings: readonly string[];
  readonly formats: NumberFormats;
}

/** Calls `onRow` for each row that holds something. A formula counts for what it last came to, else for itself. */
export function readSheet(bytes: Uint8Array, context: SheetContext, onRow: (row: SheetRow) => void): void {
  let number = 0;
  let column = -1;
  let cells = new Map<number, string>();
  let type = '';
  let style = 0;
  let value = '';
  let formula = '';
  let reading: 'value' | 'formula' | undefined;
  let phonetic = false;

  readXml(bytes, {
    open(name, attributes) {
      if (name === 'row') {
        number = Number(attributes['r'] ?? number + 1) || number + 1;
        column = -1;
        cells = new Map();
      } else if (name === 'c') {
        column = attributes['r'] === undefined ? column + 1 : columnOf(attributes['r']);
        type = attributes['t'] ?? 'n';
        style = Number(attributes['s'] ?? 0);
        value = '';
        formula = '';
      } else if (name === 'rPh') phonetic = true;
      else if (name === 'f') reading = 'formula';
      else if (name === 'v' || name === 't') reading = phonetic ? undefined : 'value';
    },
    text(text) {
      if (reading === 'value') value += text;
      else if (reading === 'formula') formula += text;
    },
    close(name) {
      if (name === 'v' || name === 't' || name === 'f') reading = undefined;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'c' && value !== '') cells.set(column, cellText(value, type, style, context));
      else if (name === 'c' && formula !== '') cells.set(column, `=${formula}`);
      else if (name === 'row' && cells.size > 0) onRow({ number, cells });
    },
  });
}

export function readSharedStrings(bytes: Uint8Array): readonly string[] {
  const strings: string[] = [];
  let text = '';
  let reading = false;
  let phonetic = false;
  readXml(bytes, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic = true;
      else if (name === 't') reading = !phonetic;
    },
    text(part) {
      if (reading) text += part;
    },
    close(name) {
      if (name === 'si') strings.push(unescaped(text));
      else if (name === 'rPh') phonetic = false;
      else if (name === 't') reading = false;
    },
  });
  return strings;
}

function cellText(value: string, type: string, style: number, { sharedStrings, formats }: SheetContext): string {
  switch (type) {
    case 's':
      return sharedStrings[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case 'n':
      return formats.format(value, style);
    case 'd':
      return value.replace(/T00:00:00(?:\.0+)?$/, '').replace('T', ' ');
    default:
      return unescaped(value);
  }
}

/** Control characters are written as `_x000D_`. */
function unescaped(text: string): string {
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** `BC12` → 54. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase() ?? 'A') {
    column = column * 26 + letter.charCodeAt(0) - 0x40;
  }
  return column - 1;
}
