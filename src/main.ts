#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import type { Program } from './cli/command-context.ts';
import { processIo } from './cli/io.ts';
import { runCli } from './cli/program.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Everything behind the commands, loaded when one needs it: most only speak to a gateway that runs already. */
const load = () => import('./composition.ts');

const program: Program = {
  version,
  openGateway: async (config) => (await load()).openGateway(config),
  serve: async (config) => (await load()).serve(config, version),
  migrate: async (config) => (await load()).migrate(config),
};

process.exitCode = await runCli(process.argv.slice(2), processIo, program);
