export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Spaces; a level takes two. */
const MAX_INDENT = 120;

/** A value over as many lines as it needs, what it holds indented below its name. */
export function lines(value: Json, indent: string): readonly string[] {
  if (isPlain(value)) return line(value) === '' ? [] : [`${indent}${line(value)}`];
  if (indent.length > MAX_INDENT) return flatLines(value, indent);
  if (Array.isArray(value)) {
    return value.flatMap((each) => {
      const [first, ...rest] = lines(each, `${indent}  `);
      return first === undefined ? [] : [`${indent}- ${first.trimStart()}`, ...rest];
    });
  }
  return Object.entries(value as { readonly [name: string]: Json }).flatMap(([name, member]) =>
    isPlain(member) ? [indent + named([name, member])] : [`${indent}${name}:`, ...lines(member, `${indent}  `)],
  );
}

/** The values of what nests deeper than anyone indents, and than the stack may be. */
function flatLines(outermost: Json, indent: string): readonly string[] {
  const written: string[] = [];
  const pending: (readonly [name: string, value: Json])[] = [['', outermost]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [name, value] = next;
    if (isPlain(value)) written.push(indent + (name === '' ? `- ${line(value)}` : named([name, value])));
    else if (Array.isArray(value)) for (const each of value.toReversed()) pending.push([name, each as Json]);
    else for (const member of Object.entries(value as object).toReversed()) pending.push(member);
  }
  return written;
}

/** A member on one line. */
export function named([name, value]: readonly [string, Json]): string {
  return `${name}: ${line(value)}`.trimEnd();
}

/** A value on one line. */
export function line(value: Json): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(line).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What fits on the line of its name: a value, or a list of values. */
export function isPlain(value: Json): boolean {
  return Array.isArray(value) ? value.every((each) => !isContainer(each)) : !isContainer(value);
}

function isContainer(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}

export function isObject(value: Json): value is { readonly [name: string]: Json } {
  return isContainer(value) && !Array.isArray(value);
}
