import type { CliIo } from '../../src/cli/io.ts';
import { runCli } from '../../src/cli/program.ts';

/** Runs a command line that must reach its gateway over HTTP: opening one in this process fails. */
export function runOffline(argv: readonly string[], io: CliIo): Promise<number> {
  const refuse = () => Promise.reject(new Error('this command must not open the data directory'));
  return runCli(argv, io, { version: '0.0.0', openGateway: refuse, serve: refuse, migrate: refuse });
}
