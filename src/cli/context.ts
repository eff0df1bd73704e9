import type { Command } from 'commander';
import { type ConnectionOptions, openClient, withConnectionOptions } from './client/open-client.ts';
import type { CommandContext } from './command-context.ts';
import { createPainter } from './io.ts';
import { type ManifestOptions, readManifest, withManifestOptions } from './manifest-options.ts';
import { registerShowContext } from './show-context.ts';
import { formatTable } from './table.ts';

export function registerContext(parent: Command, command: CommandContext): void {
  const contexts = parent
    .command('context')
    .description('Create, list, show and delete contexts: named bodies of knowledge.')
    .addHelpText(
      'after',
      `
Examples:
  $ knowql context create contracts --title "Customer contracts"
  $ knowql context list
  $ knowql context show contracts
  $ knowql context delete contracts --yes`,
    );
  registerCreate(contexts, command);
  registerList(contexts, command);
  registerShowContext(contexts, command);
  registerDelete(contexts, command);
}

interface CreateOptions extends ConnectionOptions, ManifestOptions {
  readonly title?: string;
  readonly description?: string;
}

function registerCreate(contexts: Command, command: CommandContext): void {
  withConnectionOptions(withManifestOptions(contexts.command('create')))
    .description('Create an empty context.')
    .argument('<slug>', 'its name: lower-case letters, digits and hyphens')
    .option('--title <text>', 'what people call it')
    .option('--description <text>', 'what it holds')
    .addHelpText(
      'after',
      `
Examples:
  $ knowql context create contracts --title "Customer contracts"
  $ knowql context create minutes --chunking sentences --chunk-size 300 --chunk-overlap 40
  $ knowql context create handbook --manifest manifest.json`,
    )
    .action(
      command.action(async (slug: string, options: CreateOptions) => {
        const manifest = await readManifest(options);
        await using client = await openClient(command, options);
        const { title, description } = options;
        await client.createContext({
          slug,
          ...(title === undefined ? {} : { title }),
          ...(description === undefined ? {} : { description }),
          ...(manifest === undefined ? {} : { manifest }),
        });
        command.io.stdout.write(`Created ${slug}. Fill it with: knowql ingest ${slug} <path…>\n`);
        return 0;
      }),
    );
}

function registerList(contexts: Command, command: CommandContext): void {
  withConnectionOptions(contexts.command('list'))
    .description('List the contexts.')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  $ knowql context list --json')
    .action(
      command.action(async (options: ConnectionOptions & { readonly json?: boolean }) => {
        await using client = await openClient(command, options);
        const { stdout, stderr } = command.io;
        const listed = await client.listContexts();
        if (options.json === true) {
          stdout.write(`${JSON.stringify(listed, null, 2)}\n`);
        } else if (listed.length === 0) {
          stderr.write('There is no context yet. Create one with: knowql context create <slug>\n');
        } else {
          const rows = listed.map((context) => [
            context.slug,
            context.kind,
            String(context.sourceCount),
            context.queryable ? 'yes' : 'no',
            context.curatedAt ?? 'never',
            context.title,
          ]);
          const header = ['SLUG', 'KIND', 'SOURCES', 'QUERYABLE', 'CURATED', 'TITLE'];
          stdout.write(formatTable([header, ...rows], createPainter(command.io, stdout)));
        }
        return 0;
      }),
    );
}

function registerDelete(contexts: Command, command: CommandContext): void {
  withConnectionOptions(contexts.command('delete'))
    .description('Delete a context with all its sources. Past answers stay readable.')
    .argument('<slug>', 'the context to delete')
    .option('-y, --yes', 'really delete it')
    .addHelpText('after', '\nExample:\n  $ knowql context delete contracts --yes')
    .action(
      command.action(async (slug: string, options: ConnectionOptions & { readonly yes?: boolean }) => {
        if (options.yes !== true) {
          command.io.stderr.write(`Deleting ${slug} cannot be undone. Repeat the command with --yes to do it.\n`);
          return 1;
        }
        await using client = await openClient(command, options);
        await client.deleteContext(slug);
        command.io.stdout.write(`Deleted ${slug}.\n`);
        return 0;
      }),
    );
}
