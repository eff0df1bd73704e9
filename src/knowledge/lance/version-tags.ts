import type { Table } from './native.ts';

/** The version of a table that has a tag; undefined where none has. */
export async function tryTaggedVersion(table: Table, tag: string): Promise<number | undefined> {
  try {
    return await (await table.tags()).getVersion(tag);
  } catch (error) {
    if (isSaid(error, 'Ref not found')) return undefined;
    throw error;
  }
}

/** Gives a tag to a version, whichever had it before. */
export async function tagVersion(table: Table, tag: string, version: number): Promise<void> {
  const tags = await table.tags();
  try {
    await tags.create(tag, version);
  } catch (error) {
    if (!isSaid(error, 'Ref conflict')) throw error;
    await tags.update(tag, version);
  }
}

function isSaid(error: unknown, words: string): boolean {
  return error instanceof Error && error.message.includes(words);
}
