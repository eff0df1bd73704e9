import { openTestGateway, sampleSources, type TestGateway } from '../../support/gateway.ts';

/** Rows that a document may make. */
export interface Counts {
  readonly sessions: number;
  readonly queries: number;
  readonly idempotencyKeys: number;
}

/** The gateway that the conformance cases speak of, over real sockets: `contracts`, `empty` and `work-log`. */
export async function openConformanceGateway(): Promise<TestGateway> {
  const gateway = await openTestGateway();
  const { services, viewer } = gateway.runtime;
  await gateway.addContext('contracts', await sampleSources('contracts'));
  await services.contexts.create({ slug: 'empty' }, viewer);
  await services.contexts.create({ slug: 'work-log', kind: 'work' }, viewer);
  return gateway;
}

/** Counts from now on: what it returns tells how many rows are there since. */
export async function countCreated(gateway: TestGateway): Promise<() => Promise<Counts>> {
  const before = await countRows(gateway);
  return async () => {
    const now = await countRows(gateway);
    return {
      sessions: now.sessions - before.sessions,
      queries: now.queries - before.queries,
      idempotencyKeys: now.idempotencyKeys - before.idempotencyKeys,
    };
  };
}

async function countRows({ runtime: { db } }: TestGateway): Promise<Counts> {
  const [sessions, queries, idempotencyKeys] = await Promise.all([
    db.prisma.session.count(),
    db.prisma.query.count(),
    db.prisma.idempotencyKey.count(),
  ]);
  return { sessions, queries, idempotencyKeys };
}
