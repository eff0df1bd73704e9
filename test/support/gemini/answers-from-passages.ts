import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/lib/json.ts';
import type { Reply } from './fake-gemini.ts';
import { callsTools, type Pace, says, saysJson } from './replies.ts';

/**
 * Answers as a small model would: it looks up once where it has tools, fills a schema where there is one, and
 * otherwise says the first sentence of each of the first passages, word by word, with the passage's marker.
 */
export function answersFromPassages(pace: Pace = {}): Reply {
  return (exchange) => {
    const { body } = exchange.call;
    const tool = declaredTools(body)[0];
    if (tool !== undefined) return researches(body, tool, pace)(exchange);
    const passages = passagesOf(body);
    const schema = (body['generationConfig'] as JsonObject | undefined)?.['responseJsonSchema'];
    if (isJsonObject(schema)) return saysJson(fill(schema, passages[0]?.sentence ?? ''), pace)(exchange);
    const answer = passages
      .slice(0, 3)
      .map(({ number, sentence }) => `${sentence} [${number}]`)
      .join(' ');
    return says(answer.split(/(?<= )/), pace)(exchange);
  };
}

function researches(
  body: JsonObject,
  tool: { readonly name: string; readonly required: readonly string[] },
  pace: Pace,
) {
  if (JSON.stringify(body['contents']).includes('"functionResponse"')) return says('I have seen enough.', pace);
  const args = Object.fromEntries(tool.required.map((name) => [name, lastLine(body)]));
  return callsTools([{ name: tool.name, args }], { ...pace, commentary: 'Looking it up.' });
}

function declaredTools(body: JsonObject) {
  const tools = (body['tools'] ?? []) as readonly { readonly functionDeclarations?: readonly JsonObject[] }[];
  return tools
    .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
    .map(({ name, parametersJsonSchema }) => {
      const required = isJsonObject(parametersJsonSchema) ? parametersJsonSchema['required'] : [];
      return { name: typeof name === 'string' ? name : '', required: (required ?? []) as readonly string[] };
    });
}

interface ShownPassage {
  readonly number: number;
  readonly sentence: string;
}

/** The passages as the gateway's prompt shows them: a head with the number, then quoted lines. */
function passagesOf(body: JsonObject): readonly ShownPassage[] {
  return [...textOf(body).matchAll(/^Passage \[(\d+)\]:.*\n((?:>.*\n?)+)/gm)].map(([, number, quoted = '']) => {
    const text = quoted.replaceAll(/^> ?/gm, '').replaceAll(/^#.*$/gm, '').trim();
    return { number: Number(number), sentence: /^[^]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text };
  });
}

const lastLine = (body: JsonObject): string => textOf(body).trimEnd().split('\n').at(-1) ?? '';

/** What the user said last. */
function textOf(body: JsonObject): string {
  const contents = (body['contents'] ?? []) as readonly { readonly parts?: readonly { readonly text?: string }[] }[];
  return (contents.at(-1)?.parts ?? []).map(({ text }) => text ?? '').join('');
}

/** The least that a schema of plain types asks for. */
function fill(schema: JsonObject, sentence: string): JsonValue {
  const { type, enum: choices, properties, required } = schema;
  if (Array.isArray(choices)) return choices[0] ?? null;
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object': {
      const named = isJsonObject(properties) ? properties : {};
      const names = (required ?? Object.keys(named)) as readonly string[];
      return Object.fromEntries(
        names.map((name) => [name, isJsonObject(named[name]) ? fill(named[name], sentence) : sentence]),
      );
    }
    case 'array':
      return [];
    case 'number':
    case 'integer':
      return 0;
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return sentence;
  }
}
