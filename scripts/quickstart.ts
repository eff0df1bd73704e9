/**
 * `npm run quickstart`: starts the built gateway, loads the sample contexts, asks one question through GraphQL and
 * stays up until Ctrl-C. With `--once` it stops after the answer. Running it again loads nothing twice.
 */
import { loadConfig } from '../src/config.ts';
import { askThroughGraphql } from './quickstart/ask.ts';
import { startGateway } from './quickstart/gateway.ts';
import { loadSamples } from './quickstart/samples.ts';

const QUESTION = "What are Acme's payment terms?";
const SCOPE = ['contracts'];

async function main(): Promise<number> {
  const once = process.argv.includes('--once');
  const config = loadConfig(process.env);
  const started = performance.now();

  await using gateway = await startGateway(config);
  await loadSamples(gateway.address, (line) => process.stdout.write(`${line}\n`));
  process.stdout.write(`Ready after ${((performance.now() - started) / 1_000).toFixed(1)} s.\n`);

  process.stdout.write(`\n› ${QUESTION}\n\n`);
  const answer = await askThroughGraphql(gateway.address, { ask: QUESTION, scope: SCOPE }, (delta) => {
    process.stdout.write(delta);
  });
  process.stdout.write('\n\n');
  for (const { source, sectionPath, grounding } of answer.citations) {
    process.stdout.write(
      `  ${sectionPath === null ? source : `${source} › ${sectionPath}`}\n    “${grounding ?? ''}”\n`,
    );
  }
  if (answer.status !== 'COMPLETED' || answer.citations.length === 0) {
    process.stderr.write(`\nThe sample question was not answered: ${answer.error ?? 'nothing was found'}\n`);
    return 1;
  }

  process.stdout.write(`
GraphiQL      ${gateway.address}/graphql
Live answers  ${gateway.address}/
Command line  npx knowql ask "Compare Q3 revenue across the targets." --scope vantage-data-room
`);
  if (once) return 0;
  process.stdout.write('\nCtrl-C stops the gateway.\n');
  return await gateway.exited;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
