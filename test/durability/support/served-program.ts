import { join } from 'node:path';
import { HttpClient } from '../../../src/cli/client/http-client.ts';
import { collectFiles } from '../../../src/cli/collect-files.ts';
import { PROGRAM, ROOT, type Started, start } from '../../e2e/program.ts';

export interface ServedProgram extends Started {
  readonly url: string;
}

/** `knowql serve` as it was built, once it listens. */
export async function serveProgram(env: NodeJS.ProcessEnv): Promise<ServedProgram> {
  const started = start(process.execPath, [PROGRAM, 'serve'], { ...env, KNOWQL_LOG: 'warn' });
  const [url] = await started.until(/http:\/\/127\.0\.0\.1:\d+/);
  return { ...started, url };
}

/** Loads a folder of samples/ into a gateway, as a context of its name. */
export async function loadSample(url: string, slug: string): Promise<void> {
  await using client = new HttpClient(url);
  await client.createContext({ slug });
  const { uploads } = await collectFiles([join(ROOT, 'samples', slug)]);
  for (const upload of uploads) await client.addSource(slug, upload);
  for await (const { status, error } of client.curate(slug)) if (status === 'failed') throw new Error(error ?? slug);
}
