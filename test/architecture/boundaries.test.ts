import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { forbidden, options } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');

/** What the rules say about `src/` under `directory`, as `npm run check:boundaries` asks them. */
async function check(directory: string): Promise<ICruiseResult> {
  const { output } = await cruise(
    ['src'],
    { ...options, baseDir: directory, validate: true, ruleSet: { forbidden } },
    undefined,
    { tsConfig: extractTSConfig(join(root, 'tsconfig.json')) },
  );
  if (typeof output === 'string') throw new TypeError('expected a result, not a report');
  return output;
}

async function sourceFiles(): Promise<readonly string[]> {
  const entries = await readdir(join(root, 'src'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('src/store/prisma/'));
}

describe('the layers of src/', () => {
  it('import only what stands left of them, and no file escapes the check', async () => {
    const result = await check(root);
    expect(result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);

    const seen = new Set(result.modules.map(({ source }) => source));
    const files = await sourceFiles();
    expect(files.filter((path) => !seen.has(path))).toEqual([]);
    expect(files.length).toBeGreaterThan(80);
  });

  it('would be reported for an import to the right, a cycle, and Prisma outside the store', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'knowql-boundaries-'));
    try {
      const files = {
        'src/errors.ts': 'export const fault = 1;\n',
        'src/engine/turn.ts': "import { gateway } from '../http/gateway.ts';\nexport const turn = gateway;\n",
        'src/http/gateway.ts': "import { fault } from '../errors.ts';\nexport const gateway = fault;\n",
        'src/runtime/first.ts': "import { second } from './second.ts';\nexport const first = () => second;\n",
        'src/runtime/second.ts': "import { first } from './first.ts';\nexport const second = () => first;\n",
        'src/http/rows.ts': "import type { Row } from '../store/prisma/client.ts';\nexport type Rows = Row[];\n",
        'src/store/prisma/client.ts': 'export interface Row { readonly id: string }\n',
      };
      for (const [path, text] of Object.entries(files)) {
        await mkdir(join(directory, path, '..'), { recursive: true });
        await writeFile(join(directory, path), text);
      }
      await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));

      const { summary } = await check(directory);
      const broken = new Set(summary.violations.map(({ rule }) => rule.name));
      expect([...broken].toSorted()).toEqual(['layer-engine', 'no-cycles', 'prisma-stays-in-the-store']);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
