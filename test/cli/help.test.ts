import { describe, expect, it } from 'vitest';
import { captureIo } from './capture.ts';
import { runOffline } from './run-offline.ts';

const COMMANDS = [
  [],
  ['serve'],
  ['context'],
  ['context', 'create'],
  ['context', 'list'],
  ['context', 'show'],
  ['context', 'delete'],
  ['ingest'],
  ['ask'],
  ['migrate'],
  ['doctor'],
];

describe('help', () => {
  it.each(COMMANDS.map((argv) => [['knowql', ...argv].join(' '), argv] as const))(
    'of %s shows an example',
    async (name, argv) => {
      const captured = captureIo();
      expect(await runOffline([...argv, '--help'], captured.io)).toBe(0);
      expect(captured.stdout()).toContain(`Usage: ${name}`);
      expect(captured.stdout()).toMatch(/Examples?:\n {2}\$ /);
    },
  );

  it('lists no command that has no help here', async () => {
    const captured = captureIo();
    await runOffline(['--help'], captured.io);
    const [, list = ''] = captured.stdout().split('Commands:\n');
    const listed = [...list.matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name).filter((name) => name !== 'help');
    expect(listed).toEqual(['serve', 'context', 'ingest', 'ask', 'migrate', 'doctor']);
  });

  it('comes with the error of a command line that is wrong, and the exit code is 1', async () => {
    const captured = captureIo();
    expect(await runOffline(['ingest'], captured.io)).toBe(1);
    expect(captured.stderr()).toContain("missing required argument 'context'");
    expect(captured.stderr()).toContain('--help');
  });

  it('answers --version', async () => {
    const captured = captureIo();
    expect(await runOffline(['--version'], captured.io)).toBe(0);
    expect(captured.stdout()).toBe('0.0.0\n');
  });
});
