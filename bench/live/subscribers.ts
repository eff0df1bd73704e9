import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Subscription {
  readonly path: string;
  /** Sent as a POST; without one it is a GET. */
  readonly body?: object;
  /** What each delta's frame holds exactly once. */
  readonly mark: string;
  /** Never reads. */
  readonly paused?: boolean;
}

export interface Subscribers extends AsyncDisposable {
  /** Resolves when every one of them has had `count` deltas. */
  received(count: number): Promise<void>;
}

const CONNECTING_AT_ONCE = 50;

/** Bare sockets: what a client costs must not weigh more than what is measured. */
export async function openSubscribers(port: number, subscription: Subscription, count: number): Promise<Subscribers> {
  const readers: Reader[] = [];
  for (let at = 0; at < count; at += CONNECTING_AT_ONCE) {
    const batch = Array.from(
      { length: Math.min(CONNECTING_AT_ONCE, count - at) },
      () => new Reader(port, subscription),
    );
    await Promise.all(batch.map(({ opened }) => opened));
    readers.push(...batch);
  }
  return {
    received: async (deltas) => {
      await Promise.all(readers.map((reader) => reader.received(deltas)));
    },
    async [Symbol.asyncDispose]() {
      for (const reader of readers) reader.close();
    },
  };
}

class Reader {
  readonly opened: Promise<void>;
  readonly #socket: Socket;
  readonly #mark: string;
  #rest = '';
  #count = 0;
  #onCount: () => void = () => {};

  constructor(port: number, { path, body, mark, paused = false }: Subscription) {
    this.#mark = mark;
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.on('error', () => this.#socket.destroy());
    const text = body === undefined ? '' : JSON.stringify(body);
    const head = [
      `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
      `host: 127.0.0.1:${port}`,
      'accept: text/event-stream',
      ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`]),
    ];
    this.#socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
    this.opened = this.#open(paused);
  }

  async #open(paused: boolean): Promise<void> {
    const [first]: Buffer[] = await once(this.#socket, 'data');
    if (paused) {
      this.#socket.pause();
      return;
    }
    this.#take(first?.toString() ?? '');
    this.#socket.on('data', (bytes) => this.#take(bytes.toString()));
  }

  received(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#onCount = () => {
        if (this.#count >= count) resolve();
      };
      this.#onCount();
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(text: string): void {
    const whole = this.#rest + text;
    let at = 0;
    for (let next = whole.indexOf(this.#mark); next !== -1; next = whole.indexOf(this.#mark, at)) {
      this.#count += 1;
      at = next + this.#mark.length;
    }
    this.#rest = whole.slice(Math.max(at, whole.length - this.#mark.length + 1));
    this.#onCount();
  }
}
