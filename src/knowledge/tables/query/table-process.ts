import { OUT_OF_MEMORY, READY, type TableJob, type TableOutcome } from './protocol.ts';
import { runStatement } from './run-statement.ts';

/** What the whole process may weigh: some functions allocate past the engine's own limit. */
const MAX_RESIDENT = 768 * 1024 * 1024;
const WATCH_MS = 25;

/** The process's side: one statement in, one outcome out. It lives as long as the gateway does. */
process.on('disconnect', () => process.exit());
process.on('message', (job: TableJob) => {
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > MAX_RESIDENT) process.exit(OUT_OF_MEMORY);
  }, WATCH_MS);
  void runStatement(job)
    .then(say)
    .finally(() => clearInterval(watch));
});
say(READY);

function say(message: TableOutcome | typeof READY): void {
  process.send?.(message);
}
