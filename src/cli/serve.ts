import type { Command } from 'commander';
import { loadConfig } from '../config.ts';
import type { CommandContext } from './command-context.ts';

export function registerServe(parent: Command, { io, program, action }: CommandContext): void {
  parent
    .command('serve')
    .description('Start the gateway: GraphQL, the JSON binding and the live-answers page.')
    .option('-p, --port <number>', 'port to listen on, 0 for a free one (PORT)')
    .option('--host <address>', 'address to listen on (HOST)')
    .addHelpText(
      'after',
      `
Examples:
  $ knowql serve
  $ knowql serve --port 8080
  $ DATABASE_URL=postgresql://knowql@db.example:5432/knowql knowql serve --host 0.0.0.0

Ctrl-C lets running turns finish (KNOWQL_SHUTDOWN_SECONDS), a second one stops at once.`,
    )
    .action(
      action(async (options: { readonly port?: string; readonly host?: string }) => {
        const { port, host } = options;
        await program.serve(loadConfig({ ...io.env, ...(port && { PORT: port }), ...(host && { HOST: host }) }));
        return 0;
      }),
    );
}
