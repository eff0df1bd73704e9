import { DocumentFault } from './canonical/fault.ts';

export interface JsonLimits {
  /** Levels of nesting below the document. */
  readonly maxDepth: number;
  /** Whether this member, by its top-level name, may hold integers that a number cannot carry exactly. */
  readonly mayBeInexact: (member: string) => boolean;
}

interface Place {
  readonly value: unknown;
  readonly key: string | number | undefined;
  readonly parent: Place | undefined;
  readonly depth: number;
}

/**
 * Checks what holds for every value of a document, also where a form takes any JSON: it is JSON, well-formed text
 * without NUL (PostgreSQL stores neither NUL nor half a surrogate pair), exact numbers, bounded depth, and no member
 * named `__proto__`. Walks with a stack of its own, so that depth costs no call frames.
 * @returns the size of the document: bytes of its names and texts, and one for every value.
 * @throws DocumentFault
 */
export function checkWholesome(document: unknown, limits: JsonLimits): number {
  let size = 0;
  const places: Place[] = [{ value: document, key: undefined, parent: undefined, depth: 0 }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value } = place;
    size += 1;
    if (value === null || typeof value === 'boolean') continue;
    if (typeof value === 'string') size += checkText(value, place);
    else if (typeof value === 'number') checkNumber(value, place, limits);
    else if (typeof value === 'object') size += pushMembers(value, place, limits, places);
    else throw new DocumentFault(pathOf(place), `is of type ${typeof value}, which JSON does not have`);
  }
  return size;
}

function pushMembers(value: object, place: Place, limits: JsonLimits, places: Place[]): number {
  if (place.depth >= limits.maxDepth) {
    throw new DocumentFault(pathOf(place), `is nested more than ${limits.maxDepth} levels deep; flatten it`);
  }
  const depth = place.depth + 1;
  if (Array.isArray(value)) {
    for (const [key, item] of value.entries()) places.push({ value: item, key, parent: place, depth });
    return 0;
  }
  let size = 0;
  for (const [key, member] of Object.entries(value)) {
    const at: Place = { value: member, key, parent: place, depth };
    if (key === '__proto__') throw new DocumentFault(pathOf(at), 'is not taken as a name; choose another one');
    size += checkText(key, at);
    places.push(at);
  }
  return size;
}

function checkText(text: string, place: Place): number {
  if (text.includes('\0')) throw new DocumentFault(pathOf(place), 'holds a NUL character; remove it');
  // In a regular expression with the u flag, a surrogate stands for itself only where it has no other half.
  if (/\p{Surrogate}/u.test(text)) {
    throw new DocumentFault(pathOf(place), 'holds half of a surrogate pair; send well-formed Unicode');
  }
  return Buffer.byteLength(text);
}

function checkNumber(value: number, place: Place, limits: JsonLimits): void {
  if (!Number.isFinite(value)) throw new DocumentFault(pathOf(place), 'is a number too large to carry');
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && !limits.mayBeInexact(topLevelName(place))) {
    throw new DocumentFault(pathOf(place), 'is an integer beyond 2^53-1, which is not exact; send it as a string');
  }
}

function topLevelName(place: Place): string {
  let at = place;
  while (at.parent?.parent !== undefined) at = at.parent;
  return String(at.key);
}

const MAX_PATH_SEGMENTS = 8;
const MAX_NAME_LENGTH = 64;

/** `vars.customers[3].name`; of a deep place only the beginning. */
function pathOf(place: Place): string {
  const keys: (string | number)[] = [];
  for (let at: Place | undefined = place; at?.key !== undefined; at = at.parent) keys.unshift(at.key);
  const path = keys.slice(0, MAX_PATH_SEGMENTS).reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    const name = key
      .replaceAll('\0', '\uFFFD')
      .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
      .slice(0, MAX_NAME_LENGTH);
    return path === '' ? name : `${path}.${name}`;
  }, '');
  return keys.length > MAX_PATH_SEGMENTS ? `${path}…` : path;
}
