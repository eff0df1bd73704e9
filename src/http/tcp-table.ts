import { endianness } from 'node:os';

/** The states in which a connection still carries something to the peer: ESTABLISHED, CLOSE_WAIT. */
const SENDING_STATES = '0[18]';

/**
 * The peers of local port `port` that owe the kernel an acknowledgement, from the text of Linux's /proc/net/tcp or
 * /proc/net/tcp6: by `peerKey`, how often something was sent to them in vain, be it data, a probe of their closed
 * window, or a probe of an idle connection. A peer that reads slowly, or not at all, answers those and is not among
 * them.
 */
export function unansweredPeers(table: string, port: number): ReadonlyMap<string, number> {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  const row = new RegExp(
    // number, local end, remote end, state, queues, timer, retransmissions, user, probes
    `^ *\\d+: [\\dA-F]+:${hexPort} ([\\dA-F]+):([\\dA-F]{4}) ${SENDING_STATES} \\S+ \\S+ ([\\dA-F]{8}) +\\d+ +(\\d+) `,
    'gm',
  );
  const peers = new Map<string, number>();
  for (const [, address = '', remotePort = '', retransmissions = '', probes = ''] of table.matchAll(row)) {
    const attempts = Math.max(Number.parseInt(retransmissions, 16), Number(probes));
    if (attempts > 0) peers.set(peerKey(toAddress(address), Number.parseInt(remotePort, 16)), attempts);
  }
  return peers;
}

/** One spelling for an address and a port, however the address was written. */
export function peerKey(address: string, port: number): string {
  if (!address.includes(':')) return `${address}:${port}`;
  const [unscoped = ''] = address.split('%', 1);
  return `${new URL(`http://[${unscoped}]`).hostname}:${port}`;
}

/** The kernel prints an address as words of 32 bits, each in the byte order of the machine. */
function toAddress(hex: string): string {
  const bytes = Buffer.from(hex, 'hex');
  if (endianness() === 'LE') bytes.swap32();
  if (bytes.length === 4) return bytes.join('.');
  return (bytes.toString('hex').match(/.{4}/g) ?? []).join(':');
}
