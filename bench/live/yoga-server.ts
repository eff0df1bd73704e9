import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSchema, createYoga } from 'graphql-yoga';
import { measureMemory, serveCommands } from './server-process.ts';

// Bare Yoga over an in-memory generator: what a subscription costs when nothing is kept.
interface Event {
  readonly seq: number;
  readonly type: string;
  readonly delta: string;
}

let events: Event[] = [];
let grown: () => void = () => {};
let growth = nextGrowth();

function nextGrowth(): Promise<void> {
  return new Promise((resolve) => {
    grown = resolve;
  });
}

function grow(): void {
  const wake = grown;
  growth = nextGrowth();
  wake();
}

async function* follow(): AsyncGenerator<Event> {
  for (let at = 0; ; at += 1) {
    while (events[at] === undefined) await growth;
    yield events[at] as Event;
  }
}

const yoga = createYoga({
  logging: false,
  schema: createSchema({
    typeDefs:
      'type Event { seq: Int! type: String! delta: String } type Query { ok: Boolean } type Subscription { events: Event! }',
    resolvers: { Subscription: { events: { subscribe: () => follow(), resolve: (event: Event) => event } } },
  }),
});
const server = createServer((request, response) => void yoga(request, response));
server.listen(0, '127.0.0.1');
await once(server, 'listening');

serveCommands((server.address() as AddressInfo).port, async ({ name, count }) => {
  if (name === 'begin') {
    events = [{ seq: 1, type: 'response.created', delta: '' }];
    return { queryId: '' };
  }
  if (name === 'measure') {
    return { ...measureMemory(), statements: null };
  }
  if (name === 'say') {
    for (let at = 0; at < count; at += 1) {
      events.push({ seq: events.length + 1, type: 'response.output_text.delta', delta: `word ${at} ` });
      grow();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return {};
});
