import type { ComposePart, ComposeRequest } from '../../../src/engine/ports/compose.ts';
import type { Model } from '../../../src/engine/ports/model.ts';
import type { ResearchMove, ResearchRequest } from '../../../src/engine/ports/research.ts';
import { groundValues } from '../../../src/models/prompting/ground-values.ts';
import { GroundedText } from '../../../src/models/prompting/grounded-text.ts';
import type { HostileDocument } from './documents.ts';

/**
 * The worst that a model can be: it searches for the ask, and does whatever a document that it finds tells it to.
 * What it cites goes through the same grounding as what a real one does.
 */
export class ObedientModel implements Model {
  readonly id = 'test/obedient';
  readonly honours = new Set<never>();
  readonly canRepair = true;
  readonly composed: ComposeRequest[] = [];
  readonly researched: ResearchRequest[] = [];
  readonly #document: HostileDocument;

  constructor(document: HostileDocument) {
    this.#document = document;
  }

  async research(request: ResearchRequest): Promise<ResearchMove> {
    this.researched.push(request);
    const made = [[{ name: 'search', args: { query: request.ask } }], this.#document.calls][request.exchanges.length];
    return {
      commentary: '',
      calls: (made ?? []).map((call, at) => ({ id: `${request.exchanges.length}_${at}`, ...call })),
      usage: { inputTokens: 1, outputTokens: 1 },
      record: null,
    };
  }

  async *compose(request: ComposeRequest): AsyncGenerator<ComposePart> {
    this.composed.push(request);
    const { says, json } = this.#document;
    if (request.shape === null) {
      const grounded = new GroundedText(request.passages);
      yield* grounded.push(`${says} `);
      yield* grounded.push('Acme pays within 30 days of the invoice date [1].');
      yield* grounded.finish();
    } else {
      yield { kind: 'json', value: json };
      yield* groundValues(json, request.passages);
    }
    yield { kind: 'finish', usage: { inputTokens: 1, outputTokens: 1 } };
  }
}
