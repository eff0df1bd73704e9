import { once } from 'node:events';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { VanishedPeers } from '../../src/http/vanished-peers.ts';
import { Disposables } from '../../src/lib/disposables.ts';
import { until } from './harness.ts';

/** Longer than any test: they sweep themselves. */
const NEVER_MS = 3_600_000;
const hex = (number: number, digits: number) => number.toString(16).toUpperCase().padStart(digits, '0');

/** A connection over the loopback that is watched by a table of the test's own writing. */
async function watchOne(stack: Disposables, sweepMs = NEVER_MS) {
  const directory = await mkdtemp(join(tmpdir(), 'knowql-peers-'));
  stack.defer(() => rm(directory, { recursive: true }));
  const table = join(directory, 'tcp');
  const server = createServer();
  stack.defer(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const reported: unknown[] = [];
  const peers = stack.use(new VanishedPeers({ table, port, sweepMs, onError: (error) => reported.push(error) }));

  const client = connect(port, '127.0.0.1');
  stack.defer(() => void client.destroy());
  const over = new Promise<unknown>((resolve) => {
    client.once('error', resolve).once('close', () => resolve(undefined));
  });
  const [socket]: Socket[] = await once(server, 'connection');
  if (socket === undefined) throw new Error('no connection');
  stack.defer(() => void socket.destroy());

  peers.watch(socket);

  const owe = async (attempts: number) => {
    const row = `   0: 0100007F:${hex(port, 4)} 0100007F:${hex(client.localPort ?? 0, 4)} 01 00000003:00000000 01:00000010 ${hex(attempts, 8)}     0        0 9 1 0 20 4 0 1 7\n`;
    await writeFile(`${table}.draft`, row);
    await rename(`${table}.draft`, table);
  };
  return { peers, socket, over, owe, reported, table };
}

test('a peer that leaves more and more unanswered, sweep after sweep, is reset at the fourth', async () => {
  await using stack = new Disposables();
  const { peers, socket, over, owe, reported } = await watchOne(stack);
  for (const attempts of [3, 4, 4]) {
    await owe(attempts);
    await peers.sweep();
  }
  expect(socket.destroyed).toBe(false);
  await owe(5);
  await peers.sweep();
  expect(socket.destroyed).toBe(true);
  expect(await over).toMatchObject({ code: 'ECONNRESET' });
  expect(reported).toEqual([]);
});

test.each([
  ['that is sent something again once or twice', [1, 2, 2, 2, 2, 2]],
  ['that answers in between', [3, 4, 5, 3, 4, 5, 0, 6, 7, 8]],
])('a peer %s stays', async (_which, owed) => {
  await using stack = new Disposables();
  const { peers, socket, owe } = await watchOne(stack);
  for (const attempts of owed) {
    await owe(attempts);
    await peers.sweep();
  }
  expect(socket.destroyed).toBe(false);
});

test('a table that cannot be read is reported once until it can be again, and nobody is cut off by it', async () => {
  await using stack = new Disposables();
  const { peers, socket, owe, reported, table } = await watchOne(stack);
  for (let at = 0; at < 5; at += 1) await peers.sweep();
  expect(reported).toHaveLength(1);
  await owe(0);
  await peers.sweep();
  await rm(table);
  await peers.sweep();
  expect(reported).toHaveLength(2);
  expect(reported[1]).toMatchObject({ message: expect.stringContaining('vanished'), cause: { code: 'ENOENT' } });
  expect(socket.destroyed).toBe(false);
});

test('it sweeps by itself while somebody is connected, and not any more when nobody is', async () => {
  await using stack = new Disposables();
  const set = vi.spyOn(globalThis, 'setInterval');
  const clear = vi.spyOn(globalThis, 'clearInterval');
  stack.defer(() => void vi.restoreAllMocks());
  const { over, owe } = await watchOne(stack, 5);
  await owe(3);
  expect(await over).toMatchObject({ code: 'ECONNRESET' });
  expect(set).toHaveBeenCalledOnce();
  await until(() => clear.mock.calls.some(([timer]) => timer === set.mock.results[0]?.value));
});
