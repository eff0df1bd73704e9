import type { GenerateContentConfig, Part } from '@google/genai';
import type { ComposePart, ComposeRequest } from '../../engine/ports/compose.ts';
import { GatewayError } from '../../errors.ts';
import type { JsonObject, JsonValue } from '../../lib/json.ts';
import { composePrompt } from '../prompting/compose-prompt.ts';
import { groundValues } from '../prompting/ground-values.ts';
import { GroundedText } from '../prompting/grounded-text.ts';
import { toContents } from './contents.ts';
import type { GoogleModelSettings, ModelCall } from './google-model.ts';
import { Reply } from './reply.ts';
import { toResponseSchema } from './response-schema.ts';

/** Composes an answer in one call: prose as it comes, a shaped answer when it is whole. */
export async function* compose(
  settings: GoogleModelSettings,
  request: ComposeRequest,
  { signal, report }: ModelCall,
): AsyncGenerator<ComposePart, void> {
  const { connection, id, name } = settings;
  const { shape, passages } = request;
  const prompt = composePrompt(request);
  const config: GenerateContentConfig = {
    systemInstruction: prompt.system,
    ...settings.thinking(request.thinkingLevel),
    ...(shape === null ? {} : jsonMode(shape)),
  };
  const reply = new Reply(id, report);
  const chunks = connection.generate({ subject: id, model: name, contents: toContents(prompt), config }, signal);
  if (shape === null) {
    const grounded = new GroundedText(passages);
    for await (const chunk of chunks) yield* grounded.push(spoken(reply.read(chunk)));
    yield* grounded.finish();
    reply.finish();
  } else {
    let text = '';
    for await (const chunk of chunks) text += spoken(reply.read(chunk));
    reply.finish();
    if (text.trim() === '') throw reply.empty();
    const value = parseJson(text, id);
    yield { kind: 'json', value };
    yield* groundValues(value, passages);
  }
  yield { kind: 'finish', usage: reply.usage };
}

/** What is meant to be heard: a thought is text too, and no part of the answer. */
export function spoken(parts: readonly Part[]): string {
  return parts.map(({ text, thought }) => (thought === true ? '' : (text ?? ''))).join('');
}

function jsonMode(shape: JsonObject): GenerateContentConfig {
  const responseJsonSchema = toResponseSchema(shape);
  return {
    responseMimeType: 'application/json',
    ...(responseJsonSchema === undefined ? {} : { responseJsonSchema }),
  };
}

function parseJson(text: string, id: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw new GatewayError('internal', `${id} was asked for JSON and answered with something else. Ask again.`, {
      cause,
    });
  }
}
