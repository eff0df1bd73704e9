import { randomFillSync } from 'node:crypto';
import type { Clock } from './clock.ts';

/** What an id names, told by its first letters. */
export const ID_PREFIXES = ['wsp', 'ctx', 'src', 'cur', 'chk', 'art', 'ses', 'qry', 'bat', 'itm', 'tok'] as const;
export type IdPrefix = (typeof ID_PREFIXES)[number];

export type Id<P extends IdPrefix = IdPrefix> = `${P}_${string}`;

/** Makes ids that sort by the time they were made. */
export type IdFactory = <P extends IdPrefix>(prefix: P) => Id<P>;

// Crockford's alphabet in lower case: no i, l, o, u, so that an id survives being read aloud.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Ids are `<prefix>_` and 26 characters: a UUIDv7-style value (48 bits of Unix milliseconds, a 12-bit counter,
 * 68 random bits) in base 32. Within one process they rise strictly, also inside a millisecond and when the
 * wall clock steps back.
 */
export function createIdFactory(clock: Pick<Clock, 'now'>): IdFactory {
  const random = new Uint8Array(9);
  let lastMs = 0;
  let counter = 0;

  return (prefix) => {
    const ms = clock.now().getTime();
    if (ms > lastMs) {
      lastMs = ms;
      counter = 0;
    } else if (++counter > 0xfff) {
      lastMs += 1;
      counter = 0;
    }
    randomFillSync(random);
    let value = (BigInt(lastMs) << 80n) | (BigInt(counter) << 68n);
    value |= random.reduce((bits, byte) => (bits << 8n) | BigInt(byte), 0n) & ((1n << 68n) - 1n);

    let suffix = '';
    for (let shift = 125n; shift >= 0n; shift -= 5n) suffix += ALPHABET[Number((value >> shift) & 31n)];
    return `${prefix}_${suffix}`;
  };
}

/** The prefix of a well-formed id, or undefined. */
export function idPrefix(id: string): IdPrefix | undefined {
  const prefix = /^([a-z]{3})_[0-9A-Za-z_-]+$/.exec(id)?.[1];
  return ID_PREFIXES.find((known) => known === prefix);
}

export function isId<P extends IdPrefix>(prefix: P, id: string): id is Id<P> {
  return idPrefix(id) === prefix;
}
