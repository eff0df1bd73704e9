import type { Clock } from '../../../../src/lib/clock.ts';
import { createGoogleConnection, type GoogleLimits } from '../../../../src/models/google/connection.ts';
import { createGoogleModel, type GoogleModelOptions } from '../../../../src/models/google/google-model.ts';
import { FakeGemini } from '../../../support/gemini/fake-gemini.ts';
import type { FaultName } from '../../../support/gemini/faults.ts';

/** Looks like nothing else, so that it is found wherever it leaks. */
export const API_KEY = 'AIzaTheKeyThatNobodySees';

const HOUR_MS = 3_600_000;

/** No busy machine meets a limit of time by accident. */
export const PATIENT: Partial<GoogleLimits> = {
  firstByteMs: HOUR_MS,
  silenceMs: HOUR_MS,
  replyMs: HOUR_MS,
  replyBytes: 64 * 1024,
  firstWaitMs: 10,
};

const RUN_INTO: Readonly<Partial<Record<FaultName, Partial<GoogleLimits>>>> = {
  stalledBeforeReply: { firstByteMs: 700 },
  stalledMidReply: { silenceMs: 500 },
  slowTrickle: { replyMs: 1_500 },
};

/** Short is the one limit of time that the fault runs into, if any. */
export function limitsFor(fault: FaultName): Partial<GoogleLimits> {
  return { ...PATIENT, ...RUN_INTO[fault] };
}

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
export async function openModel({ limits = PATIENT, ...options }: OpenModelOptions = {}) {
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
