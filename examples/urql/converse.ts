import { createKnowqlClient } from './client.ts';
import { followTurn, startTurn } from './turns.ts';

/** A question and a follow-up, written out as the answers arrive. */
export async function converse(url: string, write: (text: string) => void): Promise<void> {
  using knowql = createKnowqlClient({ url, transport: 'sse' });
  const { client } = knowql;

  const first = await startTurn(client, { ask: "What are Acme's payment terms?", scope: ['contracts'] });
  for await (const event of followTurn(client, first.id, { onDrop: () => write('\n(reconnecting)\n') })) {
    if (event.__typename === 'OutputTextDeltaEvent') write(event.delta);
  }

  const second = await startTurn(client, { ask: 'And on renewal?', sessionId: first.sessionId });
  for await (const event of followTurn(client, second.id)) {
    if (event.__typename === 'OutputTextDeltaEvent') write(event.delta);
  }
}
