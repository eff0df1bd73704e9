import type { GenerateContentConfig, Part } from '@google/genai';
import type { ComposePart, ComposeRequest, TokenUsage } from '../../engine/ports/compose.ts';
import { GatewayError } from '../../errors.ts';
import type { JsonValue } from '../../lib/json.ts';
import { composePrompt } from '../prompting/compose-prompt.ts';
import { groundValues } from '../prompting/ground-values.ts';
import { GroundedText } from '../prompting/grounded-text.ts';
import { toContents } from './contents.ts';
import { GoogleError } from './google-error.ts';
import type { GoogleModelSettings, ModelCall } from './google-model.ts';
import { Reply } from './reply.ts';
import { toResponseSchema } from './response-schema.ts';

/**
 * Composes an answer in one call: prose as it comes, a shaped answer when it is whole. A shape that the service refuses
 * to be held to takes a second call, in which it stands in the prompt alone.
 */
export async function* compose(
  settings: GoogleModelSettings,
  request: ComposeRequest,
  call: ModelCall,
): AsyncGenerator<ComposePart, void> {
  const { id } = settings;
  const { shape, passages } = request;
  if (shape === null) {
    const { reply, chunks } = ask(settings, request, {}, call);
    const grounded = new GroundedText(passages);
    for await (const chunk of chunks) yield* grounded.push(spoken(reply.read(chunk)));
    yield* grounded.finish();
    yield { kind: 'finish', usage: reply.finish() };
    return;
  }
  const responseJsonSchema = toResponseSchema(shape);
  let whole: WholeReply;
  try {
    whole = await wholeReply(
      ask(settings, request, responseJsonSchema === undefined ? JSON_MODE : { ...JSON_MODE, responseJsonSchema }, call),
    );
  } catch (error) {
    if (responseJsonSchema === undefined || !(error instanceof GoogleError) || !error.refusesSchema) throw error;
    yield {
      kind: 'note',
      text: `${id} refused the shape as too complex to be held to; it was described to it instead.`,
    };
    whole = await wholeReply(ask(settings, request, JSON_MODE, call));
  }
  const value = parseJson(whole.text, id);
  yield { kind: 'json', value };
  yield* groundValues(value, passages);
  yield { kind: 'finish', usage: whole.usage };
}

const JSON_MODE: GenerateContentConfig = { responseMimeType: 'application/json' };

/** One call, and what its reply adds up to as it is read. */
function ask(
  { connection, id, name, thinking }: GoogleModelSettings,
  request: ComposeRequest,
  mode: GenerateContentConfig,
  { signal, report }: ModelCall,
) {
  const prompt = composePrompt(request);
  const config = { systemInstruction: prompt.system, ...thinking(request.thinkingLevel), ...mode };
  const chunks = connection.generate({ subject: id, model: name, contents: toContents(prompt), config }, signal);
  return { reply: new Reply(id, report), chunks };
}

interface WholeReply {
  readonly text: string;
  readonly usage: TokenUsage;
}

async function wholeReply({ reply, chunks }: ReturnType<typeof ask>): Promise<WholeReply> {
  let text = '';
  for await (const chunk of chunks) text += spoken(reply.read(chunk));
  const usage = reply.finish();
  if (text.trim() === '') throw reply.empty();
  return { text, usage };
}

/** What is meant to be heard: a thought is text too, and no part of the answer. */
export function spoken(parts: readonly Part[]): string {
  return parts.map(({ text, thought }) => (thought === true ? '' : (text ?? ''))).join('');
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
