import type { CitationItem, StepItem, TurnStatus } from '../../../src/web/api/operations.ts';

interface StagedEvent {
  readonly __typename: string;
  readonly seq: number;
  readonly type: string;
  readonly queryId: string;
}

/** A turn that happens as the test says. Its members are read by the resolvers of the stage. */
export class StagedTurn {
  readonly id: string;
  readonly sessionId: string;
  readonly ask: string;
  readonly input: readonly { readonly role: string; readonly content: string }[];
  status: TurnStatus = 'IN_PROGRESS';
  text = '';
  error: string | null = null;
  citations: readonly CitationItem[] = [];
  readonly model = 'local/extractive';
  readonly runtimeMs = 1_840;
  readonly usage = { id: 'usage', totalTokens: 2_318 };
  readonly warnings: readonly { readonly code: string; readonly message: string }[] = [];
  readonly events: StagedEvent[] = [];
  /** `after` of every subscription so far. */
  readonly subscriptions: number[] = [];
  #steps = new Map<string, StepItem>();
  #waiting = new Set<() => void>();

  constructor(id: string, sessionId: string, ask: string) {
    this.id = id;
    this.sessionId = sessionId;
    this.ask = ask;
    this.input = [{ role: 'user', content: ask }];
    this.#emit('CreatedEvent', 'response.created', {});
  }

  get steps(): readonly StepItem[] {
    return [...this.#steps.values()];
  }

  step(stepId: string, status: StepItem['status'], commentary: string): void {
    const step = { id: `${this.id}/steps/${stepId}`, stepId, status, commentary };
    this.#steps.set(stepId, step);
    this.#emit('StepEvent', 'response.step', { step });
  }

  say(delta: string): void {
    this.text += delta;
    this.#emit('OutputTextDeltaEvent', 'response.output_text.delta', { delta });
  }

  complete(citations: readonly CitationItem[] = []): void {
    this.citations = citations;
    this.#end('COMPLETED', null);
  }

  fail(error: string): void {
    this.#end('FAILED', error);
  }

  cancel(): void {
    if (this.status === 'IN_PROGRESS') this.#end('CANCELLED', 'The turn was cancelled.');
  }

  async *follow(after: number, signal: AbortSignal): AsyncGenerator<{ readonly queryEvents: StagedEvent }> {
    this.subscriptions.push(after);
    for (let at = after; !signal.aborted; ) {
      const event = this.events[at];
      if (event !== undefined) {
        at += 1;
        yield { queryEvents: event };
      } else if (this.status === 'IN_PROGRESS') {
        await this.#more(signal);
      } else {
        return;
      }
    }
  }

  #more(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#waiting.add(done);
      signal.addEventListener('abort', done);
    });
  }

  #end(status: TurnStatus, error: string | null): void {
    this.status = status;
    this.error = error;
    this.#emit('TerminalEvent', `response.${status.toLowerCase()}`, { status, error, query: this });
  }

  #emit(typename: string, type: string, members: object): void {
    const { id: queryId } = this;
    this.events.push({ __typename: typename, seq: this.events.length + 1, type, queryId, ...members });
    for (const wake of this.#waiting) wake();
  }
}
