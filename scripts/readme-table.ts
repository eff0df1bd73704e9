/** Prints the README's configuration table from the variables that the program reads: `npx tsx scripts/readme-table.ts`. */
import { VARIABLES } from '../src/config.ts';

const cell = (text: string) => text.replaceAll('|', '\\|');

/** The table as it stands in the README. */
export function configurationTable(): string {
  const rows = Object.entries(VARIABLES).map(([name, { type, fallback, meaning }]) => {
    const value = String(fallback ?? '');
    return `| \`${name}\` | ${cell(type)} | ${value === '' ? '' : `\`${value}\``} | ${cell(meaning)} |`;
  });
  return ['| Variable | Type | Default | Meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

if (import.meta.filename === process.argv[1]) process.stdout.write(`${configurationTable()}\n`);
