import type { Database } from '../../../src/store/database.ts';
import type { Prisma } from '../../../src/store/prisma/client.ts';

const START = new Date('2026-03-01T00:00:00.000Z').getTime();
const padded = (n: number) => String(n).padStart(5, '0');

/** Two rows share each millisecond, so that an order by time alone would be none. */
const madeAt = (n: number) => new Date(START + Math.floor(n / 2));

export const sessionId = (n: number) => `ses_${padded(n)}`;
export const queryId = (session: number, n: number) => `qry_${padded(session)}${padded(n)}`;

/** Sessions 0, 1, … of a workspace, each over the context `slug`. */
export async function insertSessions(db: Database, workspaceId: string, count: number, slug: string): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => n);
  await db.prisma.session.createMany({
    data: numbers.map((n) => ({ id: sessionId(n), workspaceId, title: `Session ${n}`, createdAt: madeAt(n) })),
  });
  await db.prisma.sessionContext.createMany({
    data: numbers.map((n) => ({ sessionId: sessionId(n), position: 0, slug })),
  });
}

/** Completed turns 0, 1, … of a session. */
export async function insertTurns(db: Database, workspaceId: string, session: number, count: number): Promise<void> {
  const turn = (n: number): Prisma.QueryCreateManyInput => ({
    id: queryId(session, n),
    workspaceId,
    sessionId: sessionId(session),
    status: 'completed',
    ask: `Question ${n}`,
    request: { ask: `Question ${n}` },
    workflow: 'search',
    input: [{ role: 'user', content: `Question ${n}` }],
    output: [{ role: 'assistant', content: [{ type: 'output_text', text: `Answer ${n}` }] }],
    usage: { inputTokens: 1, outputTokens: 3_000_000_000, totalTokens: 3_000_000_001 },
    timeoutSeconds: 900,
    createdAt: madeAt(n),
  });
  await db.prisma.query.createMany({ data: Array.from({ length: count }, (_, n) => turn(n)) });
}
