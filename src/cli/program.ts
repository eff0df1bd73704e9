import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config.ts';
import { isOwnFailure, toGatewayError } from '../errors.ts';
import { registerAsk } from './ask.ts';
import type { CommandContext, Program } from './command-context.ts';
import { registerContext } from './context.ts';
import { registerDoctor } from './doctor.ts';
import { registerIngest } from './ingest.ts';
import { type CliIo, createPainter } from './io.ts';
import { registerMigrate } from './migrate.ts';
import { registerServe } from './serve.ts';

/**
 * Runs one command line (without the program's own name) and returns the exit code: 0 when all went well, 1 when
 * something failed, 130 after Ctrl-C.
 */
export async function runCli(argv: readonly string[], io: CliIo, program: Program): Promise<number> {
  let exitCode = 0;
  const context: CommandContext = {
    io,
    program,
    action:
      (run) =>
      async (...args) => {
        exitCode = await run(...args);
      },
  };
  try {
    await createProgram(context).parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    io.stderr.write(`${createPainter(io, io.stderr)('red', 'error:')} ${describe(error)}\n`);
    return 1;
  }
}

function createProgram(context: CommandContext): Command {
  const { io } = context;
  const command = new Command('knowql')
    .description('Ask curated documents a question and watch the answer arrive.')
    .version(context.program.version)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => io.stdout.write(text), writeErr: (text) => io.stderr.write(text) })
    .exitOverride()
    .showHelpAfterError('Run with --help to see what is possible.')
    .addHelpText(
      'after',
      `
Examples:
  $ knowql context create contracts
  $ knowql ingest contracts ./contracts
  $ knowql ask "What are Acme's payment terms?" --scope contracts
  $ knowql serve

Configuration comes from environment variables (KNOWQL_HOME, PORT, DATABASE_URL, …); the README lists them all.`,
    );
  for (const register of [
    registerServe,
    registerContext,
    registerIngest,
    registerAsk,
    registerMigrate,
    registerDoctor,
  ]) {
    register(command, context);
  }
  return command;
}

/** Whatever a command threw, for the person at the terminal; it is their own machine, so more may be said than to a client. */
function describe(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const known = toGatewayError(error);
  const { message, field } = known;
  if (!isOwnFailure(known)) return field === undefined ? message : `${field}: ${message}`;
  return error instanceof Error ? error.message : message;
}
