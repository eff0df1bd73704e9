import { assert, property, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import { peerKey, unansweredPeers } from '../../src/http/tcp-table.ts';

const HEAD =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode                     \n';

// As a little-endian machine printed them, for a listener on port 7777 (1E61).
const TABLE = `${HEAD}\
   0: 0107CB0A:1E61 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1216 1 000000004aa80856 100 0 0 10 0
   1: 0107CB0A:1E61 0207CB0A:C23C 01 00000009:00000000 01:0000027C 00000005     0        0 3009 3 0000000023dc4f42 320 4 0 1 7
   2: 0107CB0A:1E61 0207CB0A:C244 01 00097A88:00000000 04:00000537 00000000     0        2 3010 4 0000000023dc4f43 20 4 0 10 -1
   3: 0107CB0A:1E61 0207CB0A:C245 01 00097A88:00000000 04:000000A1 00000000     0        0 3011 4 0000000023dc4f44 20 4 0 10 -1
   4: 0107CB0A:1E61 0207CB0A:C246 08 00000003:00000000 01:00000026 0000000A     0        0 3012 3 0000000023dc4f45 20 4 0 1 7
   5: 0107CB0A:1E61 0207CB0A:C247 04 00000003:00000000 01:00000026 00000007     0        0 0 3 0000000023dc4f46 20 4 0 1 7
   6: 0107CB0A:D439 0207CB0A:1E61 01 00000003:00000000 01:00000026 00000006     0        0 3013 3 0000000023dc4f47 20 4 0 1 7
`;
const TABLE_6 = `${HEAD}\
   0: 0000000000000000FFFF00000107CB0A:1E61 0000000000000000FFFF00000207CB0A:C23C 01 00000009:00000000 01:0000027C 00000003     0        0 3009 3 0000000023dc4f42 320 4 0 1 7
   1: B80D0120000000000000000001000000:1E61 B80D01200000000000000000EFBE0000:C23D 01 00000009:00000000 01:0000027C 00000004     0        0 3010 3 0000000023dc4f43 320 4 0 1 7
`;

test('those who were sent data or probes in vain are told with how often, on our port and while they are connected', () => {
  expect([...unansweredPeers(TABLE, 7777)]).toEqual([
    ['10.203.7.2:49724', 5],
    ['10.203.7.2:49732', 2],
    ['10.203.7.2:49734', 10],
  ]);
});

test('a reader that does not read is not among them as long as it answers the probes of its window', () => {
  expect(unansweredPeers(TABLE, 7777).has('10.203.7.2:49733')).toBe(false);
});

test('an IPv6 listener’s peers are told alike, also those that came by IPv4', () => {
  expect([...unansweredPeers(TABLE_6, 7777)]).toEqual([
    [peerKey('::ffff:10.203.7.2', 49724), 3],
    [peerKey('2001:db8::beef', 49725), 4],
  ]);
});

test('an address has one key, however it is spelled', () => {
  expect(peerKey('fe80::1%eth0', 80)).toBe(peerKey('FE80:0:0:0:0:0:0:1', 80));
  expect(peerKey('::ffff:10.0.0.1', 80)).toBe(peerKey('0000:0000:0000:0000:0000:ffff:0a00:0001', 80));
});

test('any IPv6 address is found under the key of its text', () => {
  assert(
    property(uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
      const words = Buffer.from(bytes).swap32().toString('hex').toUpperCase();
      const row = `   0: ${'0'.repeat(32)}:1E61 ${words}:C23C 01 00000009:00000000 01:0000027C 00000003     0        0 3009 3 0\n`;
      const text = Array.from({ length: 8 }, (_, at) =>
        Buffer.from(bytes)
          .readUInt16BE(at * 2)
          .toString(16),
      ).join(':');
      expect([...unansweredPeers(row, 7777).keys()]).toEqual([peerKey(text, 49724)]);
    }),
  );
});
