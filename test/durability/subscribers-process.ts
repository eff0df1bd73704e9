import { once } from 'node:events';
import { connect } from 'node:net';
import { BARE_SUBSCRIBERS } from './support/bare-subscribers.ts';

// Subscribers of a turn in a process of their own, and one connection to another port. They read until they are killed.
// Run as: subscribers-process.ts <gateway's url> <query id> <how many of each kind> <port>
const [url = '', id = '', count = '', port = ''] = process.argv.slice(2);
const gateway = new URL(url);

const other = connect(Number(port), gateway.hostname);
await once(other.resume(), 'connect');
for (const [kind, open] of Object.entries(BARE_SUBSCRIBERS)) {
  await Promise.all(Array.from({ length: Number(count) }, () => open(gateway, id)));
  process.stdout.write(`${kind}: ${count}\n`);
}
process.stdout.write('all connected\n');
