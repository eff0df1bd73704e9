import type { Command } from 'commander';
import { loadConfig } from '../config.ts';
import type { CommandContext } from './command-context.ts';

export function registerMigrate(parent: Command, { io, program, action }: CommandContext): void {
  parent
    .command('migrate')
    .description('Bring the database up to date without starting the gateway, which otherwise does it by itself.')
    .addHelpText(
      'after',
      `
Examples:
  $ knowql migrate
  $ DATABASE_URL=postgresql://knowql@db.example:5432/knowql knowql migrate`,
    )
    .action(
      action(async () => {
        const applied = await program.migrate(loadConfig({ KNOWQL_LOG: 'warn', ...io.env }));
        for (const name of applied) io.stdout.write(`applied ${name}\n`);
        io.stdout.write(applied.length === 0 ? 'The database was up to date.\n' : 'The database is up to date.\n');
        return 0;
      }),
    );
}
