import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { peerKey, unansweredPeers } from './tcp-table.ts';

export interface VanishedPeersOptions {
  /** The kernel's table of connections: /proc/net/tcp, or /proc/net/tcp6 for a socket that listens on IPv6. */
  readonly table: string;
  /** The port that is listened on. */
  readonly port: number;
  /** How often the kernel is asked, in milliseconds. A peer is given up at the fourth time that it owes an answer. */
  readonly sweepMs: number;
  /** Told when the kernel's table cannot be read, once until it can be again. */
  readonly onError: (error: unknown) => void;
}

interface Silence {
  /** Sweeps in a row that found it. */
  readonly sweeps: number;
  /** What the kernel had sent in vain by the last of them. */
  readonly attempts: number;
}

/** So much sent in vain, over so many sweeps, is no accident of the path. */
const MIN_ATTEMPTS = 3;
const MIN_SWEEPS = 4;

/**
 * Resets connections whose peer is gone without having said so: no FIN, no RST, no acknowledgement of anything. Left
 * alone, the kernel goes on sending for a quarter of an hour, and Node cannot set TCP_USER_TIMEOUT; but Linux tells of
 * each connection how often it has sent in vain. Elsewhere nothing is done. One read of the kernel's table serves all
 * connections, and there is none while nobody is connected.
 */
export class VanishedPeers implements Disposable {
  readonly #options: VanishedPeersOptions;
  readonly #sockets = new Set<Socket>();
  #silences = new Map<Socket, Silence>();
  #timer: NodeJS.Timeout | undefined;
  #sweeping = false;
  #failing = false;
  #disposed = false;

  constructor(options: VanishedPeersOptions) {
    this.#options = options;
  }

  watch(socket: Socket): void {
    if (this.#disposed || process.platform !== 'linux') return;
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      if (this.#sockets.size === 0) this.#stop();
    });
    this.#timer ??= setInterval(() => void this.sweep(), this.#options.sweepMs);
  }

  [Symbol.dispose](): void {
    this.#disposed = true;
    this.#sockets.clear();
    this.#stop();
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#silences.clear();
  }

  /** Looks once; the timer does it again and again. */
  async sweep(): Promise<void> {
    if (this.#sweeping) return;
    this.#sweeping = true;
    const { table, port, onError } = this.#options;
    try {
      this.#judge(unansweredPeers(await readFile(table, 'latin1'), port));
      this.#failing = false;
    } catch (cause) {
      if (!this.#failing) onError(new Error('The kernel does not tell which peers have vanished.', { cause }));
      this.#failing = true;
    } finally {
      this.#sweeping = false;
    }
  }

  #judge(peers: ReadonlyMap<string, number>): void {
    const silences = new Map<Socket, Silence>();
    for (const socket of peers.size === 0 ? [] : this.#sockets) {
      const { remoteAddress, remotePort } = socket;
      if (remoteAddress === undefined || remotePort === undefined) continue; // closed, and about to say so
      const attempts = peers.get(peerKey(remoteAddress, remotePort)) ?? 0;
      if (attempts < MIN_ATTEMPTS) continue;
      const before = this.#silences.get(socket);
      // Fewer than before: the peer has answered in between.
      const sweeps = before !== undefined && attempts >= before.attempts ? before.sweeps + 1 : 1;
      // A reset, not a FIN: the kernel would keep the connection, and what it could not deliver, for minutes.
      if (sweeps >= MIN_SWEEPS) socket.resetAndDestroy();
      else silences.set(socket, { sweeps, attempts });
    }
    this.#silences = silences;
  }
}
