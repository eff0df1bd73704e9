import type { Clock } from '../../../../src/lib/clock.ts';
import { createGoogleConnection, type GoogleLimits } from '../../../../src/models/google/connection.ts';
import { createGoogleModel, type GoogleModelOptions } from '../../../../src/models/google/google-model.ts';
import { FakeGemini } from '../../../support/gemini/fake-gemini.ts';

/** Looks like nothing else, so that it is found wherever it leaks. */
export const API_KEY = 'AIzaTheKeyThatNobodySees';

/** Short enough for a test to meet them, long enough for a busy machine not to by accident. */
export const SHORT_LIMITS: Partial<GoogleLimits> = {
  firstByteMs: 700,
  silenceMs: 500,
  replyMs: 1_500,
  replyBytes: 64 * 1024,
  firstWaitMs: 10,
};

/** A clock whose waits are noted and over at once. */
export class SkippingClock implements Pick<Clock, 'sleep'> {
  readonly waits: number[] = [];

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.waits.push(ms);
    return Promise.resolve();
  }
}

interface OpenModelOptions extends Partial<GoogleModelOptions> {
  readonly limits?: Partial<GoogleLimits>;
}

/** A model that asks a fake service of its own. */
export async function openModel({ limits = SHORT_LIMITS, ...options }: OpenModelOptions = {}) {
  const service = await FakeGemini.start({ apiKey: API_KEY });
  const clock = new SkippingClock();
  const connection = createGoogleConnection({
    apiKey: API_KEY,
    baseUrl: service.url,
    limits,
    clock,
    random: () => 0,
  });
  const model = createGoogleModel({
    connection,
    id: 'google/gemini-test',
    label: 'Test',
    name: 'gemini-test',
    thinking: 'level',
    ...options,
  });
  return { service, clock, connection, model, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}
