import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type InlineConfig } from 'vite';

/** A page built into a folder of its own: the gateway's as `npm run build` makes it, or what `changes` make of it. */
export async function buildPage(changes: InlineConfig = {}): Promise<{ readonly directory: string } & AsyncDisposable> {
  const directory = await mkdtemp(join(tmpdir(), 'knowql-page-'));
  const output = { outDir: directory, emptyOutDir: true };
  await build({ configFile: 'vite.config.ts', logLevel: 'warn', ...changes, build: { ...changes.build, ...output } });
  return { directory, [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) };
}
