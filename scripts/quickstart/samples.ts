import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { HttpClient } from '../../src/cli/client/http-client.ts';
import { collectFiles } from '../../src/cli/collect-files.ts';

const SAMPLES = fileURLToPath(new URL('../../samples/', import.meta.url));

/** Loads each folder of samples/ as the context of its name, and says in a line what was new. */
export async function loadSamples(address: string, say: (line: string) => void): Promise<void> {
  await using client = new HttpClient(address);
  const existing = new Set((await client.listContexts()).map(({ slug }) => slug));
  const folders = (await readdir(SAMPLES, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  for (const { name } of folders) {
    if (!existing.has(name)) await client.createContext({ slug: name });
    const { uploads } = await collectFiles([`${SAMPLES}${name}`]);
    let fresh = 0;
    for (const upload of uploads) if ((await client.addSource(name, upload)) !== 'unchanged') fresh += 1;
    for await (const { status, error } of client.curate(name)) {
      if (status === 'failed') throw new Error(`The sample context ${name} could not be indexed: ${error ?? ''}`);
    }
    say(`${name}: ${uploads.length} sources, ${fresh === 0 ? 'all known' : `${fresh} loaded`}`);
  }
}
