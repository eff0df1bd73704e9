import { describe, expect, it } from 'vitest';
import { createGoogleConnection } from '../../../src/models/google/connection.ts';
import { createGoogleEmbedder } from '../../../src/models/google/google-embedder.ts';
import { createGoogleModel } from '../../../src/models/google/google-model.ts';
import { start } from '../../e2e/program.ts';
import { composeRequest, passage } from '../prompting/support/passages.ts';
import { failureOf, never, partsOf, textOf } from './support/drain.ts';
import { openModel } from './support/open-model.ts';

const serve = (...args: readonly string[]) =>
  start(process.execPath, ['--import', 'tsx', 'test/support/gemini/serve.ts', ...args], process.env);

function modelAt(baseUrl: string, apiKey = 'any') {
  const connection = createGoogleConnection({ apiKey, baseUrl, limits: { retries: 0 } });
  return createGoogleModel({ connection, id: 'google/fake', label: 'Fake', name: 'gemini-fake', thinking: 'none' });
}

describe('The fake service as a process', () => {
  it('answers out of the passages, and tells another process what it was asked', async () => {
    await using service = serve('--ms-per-word', '1');
    const [url] = await service.until(/http:\S+/);
    const passages = [passage(1, 'Terms are net 30 days. More.'), passage(2, 'Late fees are 1 %.')];
    const parts = await partsOf(modelAt(url).compose(await composeRequest({ passages }), never));
    expect(textOf(parts)).toBe('Terms are net 30 days. Late fees are 1 %.');
    expect(parts.filter(({ kind }) => kind === 'citation')).toMatchObject([{ passage: 1 }, { passage: 2 }]);
    expect(await (await fetch(`${url}/calls`)).json()).toMatchObject({
      openSockets: 0,
      calls: [{ number: 1, method: 'streamGenerateContent', model: 'gemini-fake', body: { contents: [{}] } }],
    });
    service.child.kill('SIGTERM');
    expect((await service.finished).code).toBe(0);
  });

  it('has the fault and the key that it is started with', async () => {
    await using service = serve('--fault', 'overloaded', '--api-key', 'right');
    const [url] = await service.until(/http:\S+/);
    const ask = async (key: string) => failureOf(modelAt(url, key).compose(await composeRequest({}), never));
    expect((await ask('wrong')).error.message).toMatch(/refused the gateway's key/);
    expect((await ask('right')).error.message).toMatch(/overloaded/);
  });
});

describe('The vectors of the fake service', () => {
  it('are nearer for texts that share words', async () => {
    await using opened = await openModel();
    const embedder = createGoogleEmbedder({
      connection: opened.connection,
      name: 'gemini-embedding-001',
      dimension: 768,
    });
    const texts = ['The payment terms are net 30 days.', 'Payment within 30 days.', 'Whales are mammals.'];
    const [terms, same, other] = (await embedder.embed(texts, 'document', never)).vectors;
    const near = (a: Float32Array | undefined, b: Float32Array | undefined) =>
      a?.reduce((sum, value, at) => sum + value * (b?.[at] ?? 0), 0) ?? 0;
    expect(near(terms, same)).toBeGreaterThan(near(terms, other) + 0.2);
  });
});
