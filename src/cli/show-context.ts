import type { Command } from 'commander';
import type { ContextDetails } from './client/client.ts';
import { type ConnectionOptions, openClient, withConnectionOptions } from './client/open-client.ts';
import type { CommandContext } from './command-context.ts';
import { createPainter, printable } from './io.ts';

export function registerShowContext(contexts: Command, command: CommandContext): void {
  withConnectionOptions(contexts.command('show'))
    .description('Show a context: how it is curated, and what it can be asked.')
    .argument('<slug>', 'the context to show')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  $ knowql context show contracts')
    .action(
      command.action(async (slug: string, options: ConnectionOptions & { readonly json?: boolean }) => {
        await using client = await openClient(command, options);
        const { stdout } = command.io;
        const context = await client.showContext(slug);
        const paint = createPainter(command.io, stdout);
        stdout.write(options.json === true ? `${JSON.stringify(context, null, 2)}\n` : describe(context, paint));
        return 0;
      }),
    );
}

function describe(context: ContextDetails, paint: ReturnType<typeof createPainter>): string {
  const { slug, title, kind, description, instructions, sourceCount, curatedAt } = context;
  const facts = [
    ['kind', kind],
    ['sources', String(sourceCount)],
    ['curated', curatedAt ?? 'never'],
    ['instructions', instructions],
    ['manifest', JSON.stringify(context.effectiveManifest)],
  ].filter(([, value]) => value !== '');
  const lines = [
    paint('bold', title === slug ? slug : `${slug}: ${title}`),
    ...(description === '' ? [] : [description]),
    '',
    ...facts.map(([name = '', value = '']) => `${name.padEnd(12)}  ${value}`),
    ...(context.sampleQueries.length === 0 ? [] : ['', 'It can be asked, for example:']),
    ...context.sampleQueries.map((query) => `  ${query}`),
  ];
  return `${printable(lines.join('\n'))}\n`;
}
