import type { Content, Part } from '@google/genai';
import type { ResearchExchange, ResearchMove, ResearchRequest, ToolRequest } from '../../engine/ports/research.ts';
import { isJsonObject, type JsonObject } from '../../lib/json.ts';
import { researchPrompt } from '../prompting/research-prompt.ts';
import { spoken } from './compose.ts';
import { toContents } from './contents.ts';
import type { GoogleModelSettings, ModelCall } from './google-model.ts';
import { Reply } from './reply.ts';
import { addUsage } from './usage.ts';

/** Decides what to look up next, in one call, or two when the first makes a tool call that cannot be read. */
export async function research(
  settings: GoogleModelSettings,
  request: ResearchRequest,
  { signal, report }: ModelCall,
): Promise<ResearchMove> {
  const first = await ask(settings, request, { signal, report });
  const move = readMove(first, request);
  if (move !== undefined) return move;
  const second = await ask(settings, request, {
    signal,
    report: (usage) => report(addUsage(first.reply.usage, usage)),
  });
  const again = readMove(second, request);
  if (again === undefined) throw second.reply.malformedCall();
  return { ...again, usage: addUsage(first.reply.usage, again.usage) };
}

interface Said {
  readonly parts: readonly Part[];
  readonly reply: Reply;
}

async function ask(
  settings: GoogleModelSettings,
  request: ResearchRequest,
  { signal, report }: ModelCall,
): Promise<Said> {
  const { connection, id, name } = settings;
  const prompt = researchPrompt(request);
  const contents = [...toContents(prompt), ...request.exchanges.flatMap(replay)];
  const config = {
    systemInstruction: prompt.system,
    ...settings.thinking(request.thinkingLevel),
    tools: [
      {
        functionDeclarations: request.tools.map(({ name, description, parameters }) => ({
          name,
          description,
          parametersJsonSchema: parameters,
        })),
      },
    ],
  };
  const reply = new Reply(id, report);
  const parts: Part[] = [];
  for await (const chunk of connection.generate({ subject: id, model: name, contents, config }, signal)) {
    parts.push(...reply.read(chunk));
  }
  return { parts, reply };
}

/** The move, or undefined when it makes a call that cannot be read. */
function readMove({ parts, reply }: Said, { exchanges }: ResearchRequest): ResearchMove | undefined {
  if (reply.end().kind === 'malformed-call') return undefined;
  const usage = reply.finish();
  const calls: ToolRequest[] = [];
  for (const { functionCall } of parts) {
    if (functionCall === undefined) continue;
    if (!isJsonObject(functionCall)) return undefined;
    const { name, args = {} } = functionCall;
    if (typeof name !== 'string' || name === '' || !isJsonObject(args)) return undefined;
    // The service's own ids are missing at times, and unique within one move only.
    calls.push({ id: `call_${exchanges.length + 1}_${calls.length + 1}`, name, args });
  }
  const record: Content = { role: 'model', parts: [...parts] };
  return { commentary: spoken(parts).trim(), calls, usage, record };
}

/** A move and what came of it, as the model is shown them: its own words unchanged, with the signatures of its thoughts. */
function replay({ move, responses }: ResearchExchange): Content[] {
  const said = isContent(move.record) ? move.record : { role: 'model', parts: move.calls.map(toFunctionCall) };
  const ids = said.parts.flatMap(({ functionCall }) => (functionCall === undefined ? [] : [functionCall.id]));
  const answers = responses.map(({ name, response }, index) => {
    const id = ids[index];
    return { functionResponse: { ...(id === undefined ? {} : { id }), name, response: { ...response } } };
  });
  return [said, { role: 'user', parts: answers }];
}

function isContent(record: unknown): record is Content & { parts: Part[] } {
  return isJsonObject(record) && record['role'] === 'model' && Array.isArray(record['parts']);
}

function toFunctionCall({ name, args }: ToolRequest): Part {
  return { functionCall: { name, args: { ...(args satisfies JsonObject) } } };
}
