import { access, constants, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createHome, type Finished, type Home, knowql, outputOf, PATIENCE, PROGRAM, ROOT, start } from './program.ts';

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/;

/** `knowql serve` on a home, and where it listens. */
async function serve(env: NodeJS.ProcessEnv) {
  const gateway = start(process.execPath, [PROGRAM, 'serve'], env);
  const [address] = await gateway.until(ADDRESS);
  return { gateway, address };
}

vi.setConfig(PATIENCE);

/** A home with an empty database, made once: making one is most of what a first start takes. */
let migrated: Home;
let migration: Finished;

beforeAll(async () => {
  migrated = await createHome();
  migration = await knowql(['migrate'], migrated.env);
});

afterAll(() => migrated[Symbol.asyncDispose]());

describe('the built program', () => {
  it('is executable by its name and tells its version', async () => {
    await access(PROGRAM, constants.X_OK);
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    await using home = await createHome(migrated);
    await using program = start(PROGRAM, ['--version'], home.env);
    expect(await program.finished).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('names every faulty variable before it does anything', async () => {
    await using home = await createHome(migrated);
    const { code, stderr } = await knowql(['serve'], { ...home.env, PORT: 'many', KNOWQL_COLOUR: 'red' });
    expect(code).toBe(1);
    expect(stderr).toContain('PORT must be a whole number');
    expect(stderr).toContain('KNOWQL_COLOUR is not a variable');
  });

  it('loads, lists, answers and deletes on a data directory of its own', async () => {
    await using home = await createHome(migrated);
    const documents = join(home.path, 'documents');
    await cp(join(ROOT, 'samples/contracts'), documents, { recursive: true });
    await mkdir(join(documents, '.hidden'));

    await outputOf(knowql(['context', 'create', 'contracts'], home.env));
    const loaded = await knowql(['ingest', 'contracts', documents], home.env);
    expect(loaded.code).toBe(0);
    expect(loaded.stdout).toMatch(/^added {2,}acme-msa\.md$/m);
    expect(loaded.stderr).toContain('.hidden is hidden; left out.');

    const again = await knowql(['ingest', 'contracts', documents], home.env);
    expect(again.stdout).toMatch(/^11 unchanged; \d+ chunks in the index$/m);

    const answer = await outputOf(knowql(['ask', "What are Acme's payment terms?", '--scope', 'contracts'], home.env));
    expect(answer).toContain('net 30');
    expect(answer).toContain('acme-msa.md');
    expect(answer).toContain('§4.2 Payment terms');

    const [, session = ''] = /--session (ses_\w+)/.exec(answer) ?? [];
    const followUp = await outputOf(knowql(['ask', 'and on renewal?', '--session', session], home.env));
    expect(followUp).toContain('2% 10 net 30');

    expect((await knowql(['context', 'delete', 'contracts'], home.env)).code).toBe(1);
    expect((await knowql(['context', 'delete', 'contracts', '--yes'], home.env)).code).toBe(0);
    expect((await knowql(['context', 'list', '--json'], home.env)).stdout).toBe('[]\n');
  });

  it('says which file failed, and exits with 1', async () => {
    await using home = await createHome(migrated);
    const file = join(home.path, 'picture.png');
    await writeFile(file, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
    await knowql(['context', 'create', 'pictures'], home.env);
    const { stdout } = await knowql(['ingest', 'pictures', file], home.env);
    expect(stdout).toMatch(/^(skipped|failed) {2,}picture\.png {2,}\S/m);
  });

  it('migrates a new database once, and then finds nothing wrong', async () => {
    expect(migration).toMatchObject({ code: 0, stdout: expect.stringMatching(/^applied \S+$/m) });
    await using home = await createHome(migrated);
    expect((await knowql(['migrate'], home.env)).stdout).toBe('The database was up to date.\n');
    expect(await outputOf(knowql(['doctor'], home.env))).toContain('Database: embedded');
  });
});

describe('a gateway that runs', () => {
  it('is healthy and ready, is what the commands talk to, and keeps a second one off its data', async () => {
    await using home = await createHome(migrated);
    const { gateway, address } = await serve(home.env);
    await using _ = gateway;
    expect((await fetch(`${address}/health`)).status).toBe(200);
    expect((await fetch(`${address}/ready`)).status).toBe(200);

    await outputOf(knowql(['context', 'create', 'contracts'], home.env));
    await outputOf(knowql(['ingest', 'contracts', join(ROOT, 'samples/contracts')], home.env));
    const answer = await knowql(['ask', "What are Acme's payment terms?", '--scope', 'contracts'], home.env);
    expect(answer.stdout).toContain('net 30');
    const listed = await fetch(`${address}/api/contexts`);
    expect(await listed.text()).toContain('"contracts"');
    expect((await knowql(['doctor'], home.env)).stdout).toContain(`a gateway runs at ${address}`);

    const second = await knowql(['serve'], home.env);
    expect(second.code).toBe(1);
    expect(second.stderr + second.stdout).toContain(String(gateway.child.pid));
  });

  it('shuts down on SIGTERM with exit code 0 and leaves its data free', async () => {
    await using home = await createHome(migrated);
    const { gateway } = await serve(home.env);
    await using _ = gateway;
    gateway.child.kill('SIGTERM');
    expect((await gateway.finished).code).toBe(0);
    expect((await knowql(['context', 'list', '--json'], home.env)).stdout).toBe('[]\n');
  });
});
