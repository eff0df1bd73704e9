import { GoogleGenAI } from '@google/genai';
import { describe, expect, it } from 'vitest';
import { StopError } from '../../../src/lib/signals.ts';
import { FakeGemini } from '../../support/gemini/fake-gemini.ts';
import { FAULTS } from '../../support/gemini/faults.ts';
import { says } from '../../support/gemini/replies.ts';
import { composeRequest } from '../prompting/support/passages.ts';
import { never, partsOf, researchRequest } from './support/drain.ts';
import { openModel } from './support/open-model.ts';

const cancelled = () => new StopError('cancelled', 'the turn was cancelled');

/** Resolves once the service has seen its caller leave. */
async function left(service: FakeGemini): Promise<void> {
  expect(await service.calls[0]?.over).toEqual({ answered: false });
  await service.idle();
}

describe('A call whose signal aborts', () => {
  it.each(['stalledBeforeReply', 'stalledMidReply', 'slowTrickle'] as const)(
    'is over at once, with the reason, and the service sees it: composing, %s',
    async (fault) => {
      await using opened = await openModel();
      opened.service.generation = FAULTS[fault];
      const controller = new AbortController();
      const done = partsOf(opened.model.compose(await composeRequest({}), controller.signal)).catch(
        (error: unknown) => error,
      );
      await opened.service.called();
      const reason = cancelled();
      controller.abort(reason);
      expect(await done).toBe(reason);
      await left(opened.service);
    },
  );

  it('is over at once, with the reason, and the service sees it: researching', async () => {
    await using opened = await openModel();
    opened.service.generation = FAULTS.stalledMidReply;
    const controller = new AbortController();
    const done = opened.model.research?.(researchRequest(), controller.signal).catch((error: unknown) => error);
    await opened.service.called();
    const reason = cancelled();
    controller.abort(reason);
    expect(await done).toBe(reason);
    await left(opened.service);
  });

  it('is not made when it had aborted before', async () => {
    await using opened = await openModel();
    const signal = AbortSignal.abort(cancelled());
    await expect(partsOf(opened.model.compose(await composeRequest({}), signal))).rejects.toMatchObject({
      reason: 'cancelled',
    });
    expect(opened.service.calls).toEqual([]);
  });

  it('leaves nothing listening on the signal', async () => {
    await using opened = await openModel();
    opened.service.generation = says('Net 30.');
    const controller = new AbortController();
    const { signal } = controller;
    let listeners = 0;
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    await partsOf(opened.model.compose(await composeRequest({}), signal));
    expect(listeners).toBe(0);
  });
});

describe('A call that nobody reads to its end', () => {
  it('is over for the service too', async () => {
    await using opened = await openModel();
    opened.service.generation = FAULTS.stalledMidReply;
    for await (const part of opened.model.compose(await composeRequest({}), never)) {
      expect(part.kind).toBe('text');
      break;
    }
    await left(opened.service);
  });

  it('would stay open with the SDK alone', async () => {
    await using service = await FakeGemini.start({ generation: FAULTS.stalledMidReply });
    const { models } = new GoogleGenAI({ apiKey: 'any', httpOptions: { baseUrl: service.url } });
    for await (const _ of await models.generateContentStream({ model: 'gemini-test', contents: 'hi' })) break;
    // Whoever came later and left properly is gone by now, and it is not.
    await using opened = await openModel();
    opened.service.generation = FAULTS.stalledMidReply;
    for await (const _ of opened.model.compose(await composeRequest({}), never)) break;
    await left(opened.service);
    expect(service.openSockets).toBe(1);
  });
});
