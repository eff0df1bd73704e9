import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { GatewayError } from '../errors.ts';
import { isJsonObject, type JsonObject } from '../lib/json.ts';
import { formatAnswerFooter, formatFailure, formatWarnings } from './answer.ts';
import type { AskUpdate, Client } from './client/client.ts';
import { type ConnectionOptions, openClient, withConnectionOptions } from './client/open-client.ts';
import type { CommandContext } from './command-context.ts';
import { type CliIo, createPainter, printable } from './io.ts';

/** What a shell expects of a program that Ctrl-C ended. */
const INTERRUPTED = 130;

interface AskOptions extends ConnectionOptions {
  readonly scope?: string;
  readonly session?: string;
  readonly shape?: string;
  readonly model?: string;
  readonly workflow?: string;
  readonly json?: boolean;
}

export function registerAsk(parent: Command, command: CommandContext): void {
  withConnectionOptions(parent.command('ask'))
    .description('Ask a question and watch the answer arrive, with what it rests on.')
    .argument('<question>', 'the question, in quotes')
    .option('-s, --scope <contexts>', 'slugs of the contexts to ask, comma-separated; starts a new session')
    .option('--session <id>', 'go on with a session')
    .option('--shape <file>', 'JSON Schema that the answer has to follow')
    .option('-m, --model <models>', 'models to try in order, ids or tiers (lite, standard, pro), comma-separated')
    .option('--workflow <name>', 'search: look things up step by step; search_rag: one retrieval, one composition')
    .option('--json', 'print the whole response document as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ knowql ask "What are Acme's payment terms?" --scope contracts
  $ knowql ask "and on renewal?" --session ses_…
  $ knowql ask "Does Acme Corp qualify for a renewal discount?" --scope contracts,pricing-policy --shape shape.json
  $ knowql ask "Which terms changed?" --scope contracts --model pro,standard
  $ knowql ask "When are indicative offers due?" --scope vantage-data-room --json | jq .citations

Ctrl-C cancels the turn. The exit code is 0 when it completed, 1 when it failed, 130 when it was cancelled.`,
    )
    .action(
      command.action(async (question: string, options: AskOptions) => {
        const document = await toQueryDocument(question, options);
        await using client = await openClient(command, options);
        const answer = await follow(client, document, { io: command.io, quiet: options.json === true });
        if (answer === LEFT) return INTERRUPTED;
        if (options.json === true) command.io.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
        else report(answer, command.io);
        return exitCodeOf(answer);
      }),
    );
}

async function toQueryDocument(ask: string, options: AskOptions): Promise<JsonObject> {
  const { scope, session, shape, model, workflow } = options;
  if (scope === undefined && session === undefined) {
    throw new GatewayError(
      'bad_request',
      'Say what to ask: --scope for a new session, or --session to go on with one.',
    );
  }
  return {
    ask,
    ...(scope === undefined ? {} : { scope: namesIn(scope) }),
    ...(model === undefined ? {} : { models: namesIn(model) }),
    ...(workflow === undefined ? {} : { workflow }),
    ...(session === undefined ? {} : { session_id: session }),
    ...(shape === undefined ? {} : { shape: await readShape(shape) }),
  };
}

function namesIn(list: string): readonly string[] {
  return list.split(',').map((name) => name.trim());
}

async function readShape(file: string): Promise<JsonObject> {
  const fault = (cause?: unknown) =>
    new GatewayError('invalid_shape', `${file} must be a readable file that holds one JSON object.`, {
      field: 'shape',
      cause,
    });
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw fault(cause);
  });
  try {
    const shape: unknown = JSON.parse(text);
    if (isJsonObject(shape)) return shape;
  } catch (cause) {
    throw fault(cause);
  }
  throw fault();
}

/** The person pressed Ctrl-C before there was an outcome to show. */
const LEFT = Symbol('left');

/**
 * Shows a turn while it runs and returns its terminal document. Ctrl-C cancels the turn; where there is none yet, or
 * at the second time, it leaves at once.
 */
async function follow(
  client: Client,
  document: JsonObject,
  { io, quiet }: { readonly io: CliIo; readonly quiet: boolean },
): Promise<JsonObject | typeof LEFT> {
  const paint = createPainter(io, io.stderr);
  const leave = new AbortController();
  let queryId: string | undefined;
  let cancelling: Promise<void> | undefined;
  using _ = io.onInterrupt(() => {
    if (cancelling !== undefined || queryId === undefined) {
      leave.abort(LEFT);
      return;
    }
    io.stderr.write(`\n${paint('yellow', 'Cancelling the turn…')}\n`);
    cancelling = client.cancel(queryId).catch((error: unknown) => leave.abort(error));
  });

  try {
    for await (const update of client.ask(document, leave.signal)) {
      if (update.kind === 'accepted') queryId = update.queryId;
      if (update.kind === 'finished') return update.document;
      if (!quiet) show(update, io);
    }
  } catch (error) {
    if (error !== LEFT) throw error;
    io.stderr.write(`${queryId === undefined ? 'Nothing was asked.' : 'Left before the turn ended.'}\n`);
    return LEFT;
  }
  throw new GatewayError('internal', 'The stream ended before the turn did.');
}

function show(update: AskUpdate, io: CliIo): void {
  if (update.kind === 'text') io.stdout.write(printable(update.delta));
  if (update.kind !== 'step' || update.status !== 'running' || io.stderr.isTTY !== true) return;
  io.stderr.write(`${createPainter(io, io.stderr)('dim', printable(update.commentary))}\n`);
}

function report(answer: JsonObject, io: CliIo): void {
  const paint = createPainter(io, io.stdout);
  const paintError = createPainter(io, io.stderr);
  io.stdout.write(`\n\n${formatAnswerFooter(answer, paint)}`);
  io.stderr.write(formatWarnings(answer, paintError) + formatFailure(answer, paintError));
}

function exitCodeOf(answer: JsonObject): number {
  if (answer['status'] === 'completed') return 0;
  return answer['status'] === 'cancelled' ? INTERRUPTED : 1;
}
