import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { captureIo } from './capture.ts';
import { runOffline } from './run-offline.ts';
import { frame, frames, openStream, scriptGateway, sendJson } from './scripted-gateway.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'knowql-ask-'));
});

afterEach(() => rm(folder, { recursive: true }));

const created = { type: 'response.created', session_id: 'ses_1' };
const delta = (text: string) => ({ type: 'response.output_text.delta', delta: text });

const answered = {
  id: 'qry_1',
  object: 'query',
  session_id: 'ses_1',
  model: 'local/extractive',
  created: 1_790_000_000,
  status: 'completed',
  error: null,
  previous_query_id: null,
  input: [{ role: 'user', content: 'Terms?' }],
  output: [{ role: 'assistant', content: [{ type: 'output_text', text: 'Acme pays net 30.' }] }],
  output_json: null,
  steps: [],
  usage: { input_tokens: 4, output_tokens: 4, total_tokens: 8, cost_usd: null },
  runtime_ms: 12,
  citations: [{ source: 'acme-msa.md', section_path: '§4.2 Payment terms', grounding: 'Acme pays net 30.' }],
  warnings: [{ code: 'pinned_field_ignored', field: 'scope', message: 'scope belongs to the session' }],
};

const answering = () =>
  scriptGateway({
    'POST /api/query': (_, response) => {
      const events = frames(1, created, delta('Acme pays '), delta('net 30.'), { type: 'response.completed' });
      openStream(response).end(events + frame('query', answered));
    },
  });

describe('knowql ask', () => {
  it('writes the answer, then its sources; warnings go to the error output', async () => {
    await using gateway = await answering();
    const captured = captureIo();
    const code = await runOffline(['ask', 'Terms?', '--scope', 'contracts', '--url', gateway.address], captured.io);
    expect(code).toBe(0);
    expect(captured.stdout()).toMatch(/^Acme pays net 30\.\n\nSources\n {2}1 {2}acme-msa\.md › §4\.2 Payment terms\n/);
    expect(captured.stdout()).toContain('--session ses_1');
    expect(captured.stderr()).toBe('warning: scope belongs to the session\n');
  });

  it('prints nothing but the document with --json', async () => {
    await using gateway = await answering();
    const captured = captureIo();
    await runOffline(['ask', 'Terms?', '--scope', 'contracts', '--json', '--url', gateway.address], captured.io);
    expect(JSON.parse(captured.stdout())).toEqual(answered);
  });

  it('sends scope, session, shape, models and workflow as they were given', async () => {
    const bodies: unknown[] = [];
    await using gateway = await scriptGateway({
      'POST /api/query': async (request, response) => {
        let body = '';
        for await (const chunk of request) body += String(chunk);
        bodies.push(JSON.parse(body));
        openStream(response).end(frames(1, created) + frame('query', answered));
      },
    });
    const shape = join(folder, 'shape.json');
    await writeFile(shape, '{"type":"object"}');
    const asked = ['ask', 'Terms?', '--scope', 'a, b', '--session', 'ses_1', '--shape', shape];
    const chosen = ['--model', 'pro, lite', '--workflow', 'search_rag'];
    await runOffline([...asked, ...chosen, '--url', gateway.address], captureIo().io);
    expect(bodies).toEqual([
      {
        ask: 'Terms?',
        scope: ['a', 'b'],
        session_id: 'ses_1',
        models: ['pro', 'lite'],
        workflow: 'search_rag',
        shape: { type: 'object' },
        stream: true,
      },
    ]);
  });

  it('exits with 1 when the turn failed, and says why', async () => {
    await using gateway = await scriptGateway({
      'POST /api/query': (_, response) => {
        const failed = { ...answered, status: 'failed', error: 'The model stopped.', citations: [], warnings: [] };
        openStream(response).end(frames(1, created) + frame('query', failed));
      },
    });
    const captured = captureIo();
    expect(await runOffline(['ask', 'Terms?', '--scope', 'a', '--url', gateway.address], captured.io)).toBe(1);
    expect(captured.stderr()).toBe('failed: The model stopped.\n');
  });

  it('exits with 1 when the request is refused, and names the field', async () => {
    await using gateway = await scriptGateway({
      'POST /api/query': (_, response) =>
        sendJson(response, 404, { error: { code: 'context_not_found', message: 'There is none.', field: 'scope[0]' } }),
    });
    const captured = captureIo();
    expect(await runOffline(['ask', 'Terms?', '--scope', 'a', '--url', gateway.address], captured.io)).toBe(1);
    expect(captured.stderr()).toBe('error: scope[0]: There is none.\n');
  });

  it('cancels the turn on Ctrl-C and says so', async () => {
    let finish = () => {};
    const captured = captureIo();
    await using gateway = await scriptGateway({
      'POST /api/query': (_, response) => {
        openStream(response).write(frames(1, created, delta('Acme')));
        finish = () => response.end(frame('query', { ...answered, status: 'cancelled', error: 'Cancelled.' }));
      },
      'POST /api/queries/qry_1/cancel': (_, response) => {
        sendJson(response, 200, answered);
        finish();
      },
    });
    captured.io.stdout.once('data', () => captured.interrupt());
    const code = await runOffline(['ask', 'Terms?', '--scope', 'a', '--url', gateway.address], captured.io);
    expect(code).toBe(130);
    expect(captured.stderr()).toContain('Cancelling the turn…');
    expect(captured.stderr()).toContain('cancelled: Cancelled.');
    expect(captured.interrupt(), 'nothing listens for Ctrl-C any more').toBe(false);
  });

  it('leaves at once on a second Ctrl-C', async () => {
    const captured = captureIo();
    await using gateway = await scriptGateway({
      'POST /api/query': (_, response) => openStream(response).write(frames(1, created, delta('Acme'))),
      'POST /api/queries/qry_1/cancel': () => captured.interrupt(),
    });
    captured.io.stdout.once('data', () => captured.interrupt());
    const code = await runOffline(['ask', 'Terms?', '--scope', 'a', '--url', gateway.address], captured.io);
    expect(code).toBe(130);
    expect(captured.stderr()).toContain('Left before the turn ended.');
  });

  it.each([
    ['neither scope nor session', ['ask', 'Terms?'], /Say what to ask/],
    ['a shape that is not there', ['ask', 'Terms?', '--scope', 'a', '--shape', '/nowhere.json'], /shape: .*nowhere/],
    ['an address that is none', ['ask', 'Terms?', '--scope', 'a', '--url', 'localhost:1'], /--url: must be an http/],
    ['a gateway that is not there', ['ask', 'Terms?', '--scope', 'a', '--url', 'http://127.0.0.1:9'], /No gateway/],
  ])('refuses %s', async (_, argv, message) => {
    const captured = captureIo();
    expect(await runOffline(argv, captured.io)).toBe(1);
    expect(captured.stderr()).toMatch(message);
    expect(captured.stdout()).toBe('');
  });
});
