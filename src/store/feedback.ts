import type { Feedback } from '../knowql/query.ts';
import type { Database } from './database.ts';

export interface NewFeedback {
  /** A turn that the caller may see. */
  readonly queryId: string;
  readonly feedback: Feedback;
  readonly now: Date;
}

/** Records what a reader thought of an answer; a later opinion replaces the earlier one. */
export async function recordFeedback(db: Database, { queryId, feedback, now }: NewFeedback): Promise<void> {
  const opinion = { rating: feedback.rating, comment: feedback.comment ?? null, updatedAt: now };
  await db.prisma.feedback.upsert({ where: { queryId }, create: { queryId, ...opinion }, update: opinion });
}
