import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { GatewayError } from '../../../src/errors.ts';
import { readUpload } from '../../../src/http/json/upload.ts';
import type { SourceInput } from '../../../src/runtime/services.ts';
import { startGateway, until } from '../harness.ts';

/** Reads a source to its end and says what it was. */
async function swallow({ path, content }: SourceInput) {
  let size = 0;
  for await (const chunk of content) size += chunk.length;
  return { path, size };
}

function upload(form: FormData): Request {
  return new Request('http://localhost/', { method: 'POST', body: form });
}

function form(...files: readonly [path: string, text: string][]): FormData {
  const data = new FormData();
  for (const [path, text] of files) data.append('file', new Blob([text]), path);
  return data;
}

test('files come one after the other, under the names they were sent by', async () => {
  const running: string[] = [];
  const taken = await readUpload(
    upload(form(['a.md', 'aaa'], ['folder/b.md', 'bb'], ['empty.txt', ''])),
    async (source) => {
      running.push(source.path);
      expect(running).toHaveLength(1);
      const read = await swallow(source);
      running.pop();
      return read;
    },
  );
  expect(taken).toEqual([
    { path: 'a.md', size: 3 },
    { path: 'folder/b.md', size: 2 },
    { path: 'empty.txt', size: 0 },
  ]);
});

test('a large file is read as it arrives: no more of it is held than was not read yet', async () => {
  const total = 64 * 1024 * 1024;
  const chunk = new Uint8Array(65_536);
  let sent = 0;
  let read = 0;
  let furthest = 0;
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="big.txt"\r\n\r\n';
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(head)),
    pull: (controller) => {
      if (sent < total) {
        controller.enqueue(chunk);
        sent += chunk.byteLength;
        furthest = Math.max(furthest, sent - read);
        return;
      }
      controller.enqueue(new TextEncoder().encode('\r\n--x--\r\n'));
      controller.close();
    },
  });
  const request = new Request('http://localhost/', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body,
    duplex: 'half',
  } as RequestInit);
  await readUpload(request, async ({ content }) => {
    for await (const bytes of content) read += bytes.length;
  });
  expect(read).toBe(total);
  expect(furthest).toBeLessThan(4 * 1024 * 1024);
});

test('what refuses one file refuses the form, and the files after it are not taken', async () => {
  const taken: string[] = [];
  const refusal = new GatewayError('bad_request', 'No such path.', { field: 'path' });
  const reading = readUpload(upload(form(['a.md', 'a'], ['../b.md', 'b'], ['c.md', 'c'])), async (source) => {
    if (source.path.startsWith('..')) throw refusal;
    taken.push(source.path);
    return swallow(source);
  });
  await expect(reading).rejects.toBe(refusal);
  expect(taken).toEqual(['a.md']);
});

test.each([
  ['without a boundary', 'multipart/form-data', '--x--'],
  [
    'that ends in the middle',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
  ],
  [
    'without a file',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="path"\r\n\r\na.md\r\n--x--\r\n',
  ],
])('a form %s is a bad request', async (_what, type, body) => {
  const request = new Request('http://localhost/', { method: 'POST', headers: { 'content-type': type }, body });
  await expect(readUpload(request, swallow)).rejects.toMatchObject({ code: 'bad_request' });
});

test('a client that leaves in the middle of a file fails the reader of it: half a file is never whole', async () => {
  const outcomes: string[] = [];
  let begun = false;
  const contexts = {
    get: async () => ({}),
    addSource: async (_id: string, source: SourceInput) => {
      begun = true;
      await swallow(source).then(
        () => outcomes.push('whole'),
        () => outcomes.push('cut'),
      );
      throw new GatewayError('internal', 'cut');
    },
  };
  await using harness = await startGateway({ services: { contexts: contexts as never } });
  const socket = connect(harness.listening.address.port, '127.0.0.1');
  socket.on('error', () => {}); // it is reset below
  socket.write(
    'POST /api/contexts/contracts/sources HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 1000000\r\n' +
      'content-type: multipart/form-data; boundary=x\r\n\r\n' +
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.md"\r\n\r\nfirst half',
  );
  await until(() => begun);
  socket.resetAndDestroy();
  await until(() => outcomes.length === 1);
  expect(outcomes).toEqual(['cut']);
});
