import { serverAudits } from 'graphql-http';
import { expect, test } from 'vitest';
import { startGateway } from '../harness.ts';

test('all 61 audits of GraphQL over HTTP pass (docs/protocol.md §4)', async () => {
  await using harness = await startGateway();
  const audits = serverAudits({
    url: `${harness.url}/graphql`,
    fetchFn: (url: string, init: RequestInit = {}) =>
      fetch(url, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init.headers)), 'x-graphql-yoga-csrf': '1' },
      }),
  });

  const failures: string[] = [];
  for (const audit of audits) {
    const result = await audit.fn();
    if ('response' in result) await result.response.body?.cancel();
    if (result.status !== 'ok') failures.push(`${result.status} ${audit.id} ${audit.name}: ${result.reason}`);
  }
  expect(audits).toHaveLength(61);
  expect(failures).toEqual([]);
});
