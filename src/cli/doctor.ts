import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { type Finding, findings } from './doctor/findings.ts';
import { createPainter } from './io.ts';

const MARKS = { ok: ['green', '✓'], note: ['yellow', '!'], problem: ['red', '✗'] } as const satisfies Record<
  Finding['kind'],
  readonly [string, string]
>;

export function registerDoctor(parent: Command, command: CommandContext): void {
  parent
    .command('doctor')
    .description(
      'Look at Node.js, configuration, models, data directory, lock, database and knowledge, and say what to do.',
    )
    .addHelpText('after', '\nExample:\n  $ knowql doctor\n\nThe exit code is 1 when there is a problem.')
    .action(
      command.action(async () => {
        const paint = createPainter(command.io, command.io.stdout);
        let problems = 0;
        for await (const { kind, text, remedy } of findings(command)) {
          const [colour, mark] = MARKS[kind];
          command.io.stdout.write(`${paint(colour, mark)} ${text}\n`);
          if (remedy !== undefined) command.io.stdout.write(`  ${paint('dim', '→')} ${remedy}\n`);
          if (kind === 'problem') problems += 1;
        }
        const summary = problems === 1 ? 'One problem.' : `${problems} problems.`;
        command.io.stdout.write(problems === 0 ? '\nAll is well.\n' : `\n${summary}\n`);
        return problems === 0 ? 0 : 1;
      }),
    );
}
