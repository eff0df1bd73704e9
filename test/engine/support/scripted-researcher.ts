import type { Model } from '../../../src/engine/ports/model.ts';
import type { ResearchMove, ResearchRequest } from '../../../src/engine/ports/research.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { type Script, ScriptedModel } from './scripted-model.ts';

export interface ScriptedCall {
  readonly name: string;
  readonly args: JsonObject;
}

/** What is said and called in one move; a function decides by what it is shown. */
export type ScriptedMove =
  | { readonly says?: string; readonly calls: readonly ScriptedCall[] }
  | ((request: ResearchRequest) => readonly ScriptedCall[])
  | Error
  | 'hang';

export const call = (name: string, args: JsonObject = {}): ScriptedCall => ({ name, args });

/** A scripted model that looks things up first: one entry a move, and no calls once they are used up. */
export class ScriptedResearcher extends ScriptedModel implements Model {
  readonly researched: ResearchRequest[] = [];
  readonly #moves: readonly ScriptedMove[];

  constructor(id: string, moves: readonly ScriptedMove[], scripts: readonly Script[], canRepair = false) {
    super(id, scripts, canRepair);
    this.#moves = moves;
  }

  async research(request: ResearchRequest): Promise<ResearchMove> {
    const at = this.researched.length;
    this.researched.push(request);
    const move = this.#moves[at] ?? { calls: [] };
    if (move === 'hang') return new Promise(() => {});
    if (move instanceof Error) throw move;
    const { says = '', calls } = typeof move === 'function' ? { calls: move(request) } : move;
    return {
      commentary: says,
      calls: calls.map((made, index) => ({ id: `call_${at}_${index}`, ...made })),
      usage: { inputTokens: 100, outputTokens: 10 },
      record: { move: at },
    };
  }
}
