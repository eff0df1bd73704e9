import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { Disposables } from '../../src/lib/disposables.ts';
import { PATIENCE, ROOT, start } from '../e2e/program.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { BARE_SUBSCRIBERS } from './support/bare-subscribers.ts';
import { networkObstacle, openFarNetwork } from './support/far-network.ts';
import { PromptedModel } from './support/prompted-model.ts';

vi.setConfig(PATIENCE);

/** Of each of the four ways to follow. */
const SUBSCRIBERS = 250;
const LIMIT_MS = 30_000;
/** The test waits for the kernel's clocks most of the time, and leaves the processor to others meanwhile. */
const LOOKING = { timeout: 120_000, interval: 100 };
/** Much more than the kernel holds for a reader that does not read. */
const LONG_TEXT = Array.from({ length: 256 }, (_, at) => `${at} ${'word '.repeat(1_600)}`);

const obstacle = networkObstacle();
if (obstacle !== undefined) console.log(`The test of vanished subscribers is skipped: ${obstacle}`);

/** A connection that nobody gives up, to which something is said every second. */
async function openUnwatched(stack: Disposables, host: string) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    const beat = setInterval(() => socket.write('.'), 1_000);
    socket.once('close', () => clearInterval(beat));
    stack.defer(() => void socket.resetAndDestroy());
  });
  stack.defer(() => void server.close());
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, connected: once(server, 'connection') as Promise<Socket[]> };
}

/** Whether the kernel waits for this reader of the gateway to make room. */
function isStalled({ localPort, remotePort }: Socket): boolean {
  const hex = (port = 0) => port.toString(16).toUpperCase().padStart(4, '0');
  const row = new RegExp(`:${hex(remotePort)} [\\dA-F]+:${hex(localPort)} 01 \\S+ 04:`);
  return row.test(readFileSync('/proc/net/tcp', 'latin1'));
}

async function textUntil(reader: Socket, mark: string): Promise<string> {
  let text = '';
  for await (const bytes of reader) {
    text += String(bytes);
    if (text.includes(mark)) break;
  }
  return text;
}

async function runTurn({ runtime: { services, viewer } }: TestGateway, model: PromptedModel, ask: string) {
  const { id } = await services.turns.submit({ ask, scope: ['terms'] }, { viewer });
  return { id, call: await model.called(ask) };
}

test.skipIf(obstacle !== undefined)(
  '1,000 subscribers that vanish without FIN or reset are released within 30 s; one that merely stops reading stays',
  async () => {
    await using stack = new Disposables();
    const far = stack.use(openFarNetwork());
    const model = new PromptedModel();
    const gateway = stack.use(await openTestGateway({ models: model.catalog(), host: far.address }));
    await gateway.addContext('terms', { 'terms.md': '# Terms\n\nThe terms are net 30.\n' });
    const { feed, worker } = gateway.runtime;
    const counts = () => gateway.server.gateway.counts();

    const read = await runTurn(gateway, model, 'Which terms are long?');
    const reader = await BARE_SUBSCRIBERS.json(new URL(gateway.url), read.id);
    stack.defer(() => void reader.destroy());
    reader.pause();
    for (const text of LONG_TEXT) read.call.say(text);
    await vi.waitUntil(() => isStalled(reader), LOOKING);

    const left = await runTurn(gateway, model, 'Which terms are left?');
    const unwatched = await openUnwatched(stack, far.address);
    const loader = join(ROOT, 'test/support/load-typescript.mjs');
    const script = join(import.meta.dirname, 'subscribers-process.ts');
    const args = [loader, script, gateway.url, left.id, SUBSCRIBERS, unwatched.port].map(String);
    const [file, ...rest] = far.inside([process.execPath, '--import', ...args]);
    const subscribers = stack.use(start(file, rest, { PATH: process.env['PATH'] }));
    await subscribers.until(/all connected/);
    const [control] = await unwatched.connected;
    await vi.waitUntil(() => feed.followers === 3 * SUBSCRIBERS + 2, LOOKING);
    expect(counts()).toMatchObject({ eventStreams: 3 * SUBSCRIBERS + 1, sockets: SUBSCRIBERS });

    far.vanish();
    const vanished = performance.now();
    await vi.waitUntil(() => counts().eventStreams === 1 && counts().sockets === 0, LOOKING);
    await vi.waitUntil(() => feed.followers === 1 && feed.tails === 1, LOOKING);
    const released = performance.now() - vanished;
    console.log(`1,000 vanished subscribers: all released after ${(released / 1_000).toFixed(1)} s`);
    expect(released).toBeLessThan(LIMIT_MS);
    expect(control?.destroyed).toBe(false); // left to itself, the kernel has not given up any of them
    expect(left.call.signal.aborted).toBe(false);

    expect(isStalled(reader)).toBe(true);
    read.call.finish();
    left.call.finish();
    const text = await textUntil(reader, 'event: query\n');
    for (const said of LONG_TEXT) expect(text).toContain(JSON.stringify(said));
    await vi.waitUntil(() => worker.running === 0, LOOKING);
    expect(gateway.faults).toEqual([]);
  },
);
