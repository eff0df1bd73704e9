import { openTestGateway, sampleSources, type TestGateway } from '../../support/gateway.ts';

/** What a refused document must leave as it was. */
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

export async function countRows({ runtime: { db } }: TestGateway): Promise<Counts> {
  const [sessions, queries, idempotencyKeys] = await Promise.all([
    db.prisma.session.count(),
    db.prisma.query.count(),
    db.prisma.idempotencyKey.count(),
  ]);
  return { sessions, queries, idempotencyKeys };
}
