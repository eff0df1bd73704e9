import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createHome, outputOf, PATIENCE, ROOT, start } from './program.ts';

vi.setConfig(PATIENCE);

const quickstart = (env: NodeJS.ProcessEnv) =>
  start(process.execPath, ['--import', 'tsx', join(ROOT, 'scripts/quickstart.ts'), '--once'], env).finished;

describe('the quickstart', () => {
  it('answers its question with the section that says so, and loads nothing twice', async () => {
    await using home = await createHome();
    const first = await outputOf(quickstart(home.env));
    expect(first).toContain('contracts: 11 sources, 11 loaded');
    expect(first).toContain('net 30');
    expect(first).toMatch(/acme-msa\.md › .*§4\.2 Payment terms/);
    expect(first).toMatch(/GraphiQL +http:\/\/127\.0\.0\.1:\d+\/graphql/);

    const second = await outputOf(quickstart(home.env));
    expect(second).toContain('contracts: 11 sources, all known');
  });

  it('says so when its port is taken, and names a way out', async () => {
    await using home = await createHome();
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { code, stderr } = await quickstart({ ...home.env, PORT: String(port) });
    server.close();
    expect(code).toBe(1);
    expect(stderr).toContain(`Port ${port} on 127.0.0.1 is taken`);
    expect(stderr).toContain(`PORT=${port + 1} npm run quickstart`);
  });
});
