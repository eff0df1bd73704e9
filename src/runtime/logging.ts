import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino';
import type { Lifecycle } from './lifecycle.ts';

/** JSON lines on standard error: what a command prints on standard output stays its own. */
export function createLogger(
  level: LevelWithSilent,
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Logger {
  return pino({ name: 'knowql', level, redact: ['*.password', '*.apiKey', '*.authorization'] }, destination);
}

/** Writes a line for everything that happens. No question and no answer is among it. */
export function logLifecycle(lifecycle: Lifecycle, logger: Logger): void {
  lifecycle.on('turn:accepted', (turn) => logger.debug(turn, 'turn accepted'));
  lifecycle.on('turn:started', (turn) => logger.debug(turn, 'turn started'));
  lifecycle.on('turn:ended', (turn) => logger.info(turn, 'turn ended'));
  lifecycle.on('turn:lost', (turn) => logger.warn(turn, 'turn lost to another worker'));
  lifecycle.on('turn:reaped', (turn) => logger.warn(turn, 'turn of a dead worker ended'));
  lifecycle.on('curation:started', (curation) => logger.info(curation, 'curation started'));
  lifecycle.on('curation:embedded', (curation) => logger.info(curation, 'chunks embedded'));
  lifecycle.on('curation:compiled', (curation) => logger.info(curation, 'sources compiled by a model'));
  lifecycle.on('curation:ended', (curation) => logger.info(curation, 'curation ended'));
  lifecycle.on('curation:left', (curation) => logger.info(curation, 'curation left to be gone on with'));
  lifecycle.on('fault', ({ during, error }) => logger.error({ err: error }, `fault during ${during}`));
}
