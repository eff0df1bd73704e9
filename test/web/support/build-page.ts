import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

/** The page as `npm run build` makes it, in a folder of its own. */
export async function buildPage(): Promise<{ readonly directory: string } & AsyncDisposable> {
  const directory = await mkdtemp(join(tmpdir(), 'knowql-page-'));
  await build({ configFile: 'vite.config.ts', logLevel: 'warn', build: { outDir: directory, emptyOutDir: true } });
  return { directory, [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) };
}
