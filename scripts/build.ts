/** Builds the program into dist/: `npm run build`. */
import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

function step(name: string, command: string, ...args: readonly string[]): void {
  const started = performance.now();
  const { status, stdout, stderr, error } = spawnSync(`${root}node_modules/.bin/${command}`, args, {
    cwd: root,
    encoding: 'utf8',
  });
  if (error !== undefined || status !== 0) {
    process.stderr.write(`build: ${name} failed\n${error?.message ?? ''}${stdout}${stderr}`);
    process.exit(1);
  }
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  process.stdout.write(`build: ${name} (${seconds} s)\n`);
}

rmSync(`${root}dist`, { recursive: true, force: true });
step('database client', 'prisma', 'generate');
step('program', 'tsc', '-p', 'tsconfig.build.json');
step('pages', 'vite', 'build', '--logLevel', 'warn');
chmodSync(`${root}dist/main.js`, 0o755);
