import type { CompileRequest, Compiler } from '../../engine/ports/compiler.ts';
import type { ComposeRequest, Passage } from '../../engine/ports/compose.ts';
import type { Chunk, KnowledgeSnapshot } from '../../engine/ports/knowledge.ts';
import type { Model } from '../../engine/ports/model.ts';
import { GatewayError } from '../../errors.ts';
import type { JsonValue } from '../../lib/json.ts';
import { compileShape, readCompiled } from './compile-shape.ts';

/** Raised when what a model is asked for changes: what it said before is then asked for again. */
const INSTRUCTIONS = 1;
/** UTF-16 units of a document that a model is shown. */
const MAX_CHARS = 80_000;

/** Compiles documents by having a model compose shaped answers from their passages. */
export function createCompiler(model: Model): Compiler {
  return {
    id: `${model.id}#${INSTRUCTIONS}`,
    async compile(request, signal, report) {
      const { types, title } = request;
      let value: JsonValue | undefined;
      for await (const part of model.compose(toComposeRequest(request), signal, report)) {
        if (part.kind === 'json') value = part.value;
        else if (part.kind === 'finish') report(part.usage);
      }
      if (value === undefined) throw new GatewayError('internal', `${model.id} compiled nothing.`);
      return readCompiled(value, { types, title, model: model.id });
    },
  };
}

function toComposeRequest({ types, title, chunks }: CompileRequest): ComposeRequest {
  const ask = `Compile the document "${title}" from its passages, in its own language: ${types.join(', ')}.`;
  return {
    ask,
    standaloneAsk: ask,
    history: [],
    passages: toPassages(chunks),
    knowledge: NO_KNOWLEDGE,
    systemPrompt: null,
    guardrails: null,
    vars: {},
    shape: compileShape(types),
    thinkingLevel: 'minimal',
  };
}

/** From the document's beginning, as much as a model is shown. */
function toPassages(chunks: readonly Chunk[]): readonly Passage[] {
  const passages: Passage[] = [];
  let room = MAX_CHARS;
  for (const chunk of chunks) {
    room -= chunk.text.length;
    if (room < 0 && passages.length > 0) break;
    passages.push({ number: passages.length + 1, hit: { chunk, score: 1, foundBy: [] } });
  }
  return passages;
}

/** A document is compiled from itself alone. */
const NO_KNOWLEDGE: KnowledgeSnapshot = {
  contexts: [],
  notices: [],
  search: async () => [],
  neighbours: async () => [],
  readSource: async () => undefined,
  outline: async () => [],
  sourceChunks: async () => [],
  listArtifacts: async () => [],
  readArtifact: async () => undefined,
  searchArtifacts: async () => [],
  terms: () => [],
  documentFrequency: async () => ({ chunks: 0, counts: new Map() }),
  [Symbol.asyncDispose]: async () => {},
};
