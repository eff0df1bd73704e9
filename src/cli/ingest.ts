import type { Command } from 'commander';
import { toGatewayError } from '../errors.ts';
import type { Client, CuratedSource, CurationProgress, Upload } from './client/client.ts';
import { type ConnectionOptions, openClient, withConnectionOptions } from './client/open-client.ts';
import { collectFiles } from './collect-files.ts';
import type { CommandContext } from './command-context.ts';
import { type CliIo, createPainter, printable } from './io.ts';
import { createProgress, type Progress } from './progress.ts';
import { formatTable } from './table.ts';

/** A gateway spends most of an upload waiting for the disk. */
const UPLOADS_AT_ONCE = 4;
/** Files that are listed one by one; of more, only those that need a look. */
const MAX_LISTED = 200;

/** How one file came out, from upload to index. */
interface FileResult {
  readonly path: string;
  readonly result: 'added' | 'changed' | 'unchanged' | 'skipped' | 'failed';
  readonly reason: string;
}

export function registerIngest(parent: Command, command: CommandContext): void {
  withConnectionOptions(parent.command('ingest'))
    .description('Load files and folders into a context and bring its index up to date.')
    .argument('<context>', 'slug of the context')
    .argument('<path...>', 'files and folders; folders are read with everything below them')
    .addHelpText(
      'after',
      `
Examples:
  $ knowql ingest contracts ./contracts
  $ knowql ingest pricing-policy overview.md tiers/*.md

PDF, Office documents, mail, archives and texts are recognised by their content (docs/formats.md); what cannot be read
is named with its reason, parts of a file too. Files that have not changed are recognised by their content and not read
again. Inside folders, hidden files, node_modules and symbolic links are left out. The exit code is 1 when any file
failed.`,
    )
    .action(
      command.action(async (slug: string, paths: readonly string[], options: ConnectionOptions) => {
        const { uploads, notes } = await collectFiles(paths);
        const paint = createPainter(command.io, command.io.stderr);
        for (const note of notes) command.io.stderr.write(`${paint('yellow', 'note:')} ${printable(note)}\n`);
        if (uploads.length === 0) {
          command.io.stderr.write('There is no file to load.\n');
          return 1;
        }
        await using client = await openClient(command, options);
        const results = await upload(client, slug, uploads, command.io);
        const curated = await curate(client, slug, results, command.io);
        return report(curated, command.io);
      }),
    );
}

type Results = ReadonlyMap<string, FileResult>;

async function upload(client: Client, slug: string, uploads: readonly Upload[], io: CliIo): Promise<Results> {
  const results = new Map<string, FileResult>();
  using progress = createProgress(io, 'Loading', uploads.length);
  let done = 0;
  const waiting = uploads.values();
  const lane = async () => {
    for (const file of waiting) {
      const result = await client.addSource(slug, file).then(
        (change): FileResult => ({ path: file.path, result: change, reason: '' }),
        (caught: unknown) => failedUpload(file.path, caught),
      );
      done += 1;
      results.set(file.path, result);
      progress.update(done, printable(file.path));
    }
  };
  // In the order of the files, whichever is through first.
  for (const { path } of uploads) results.set(path, { path, result: 'failed', reason: '' });
  const lanes = await Promise.allSettled(Array.from({ length: UPLOADS_AT_ONCE }, lane));
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
  return results;
}

/** A file may fail alone; a context that does not exist or a gateway that is gone ends the whole run. */
function failedUpload(path: string, caught: unknown): FileResult {
  const { code, message } = toGatewayError(caught);
  if (code !== 'bad_request' && code !== 'payload_too_large') throw caught;
  return { path, result: 'failed', reason: message };
}

interface Curated {
  readonly results: Results;
  readonly chunks: number;
  readonly error: string | null;
}

/**
 * A curation that was under way when the files came knows nothing of them, and is joined all the same: then one more
 * is needed, and it is enough.
 */
async function curate(client: Client, slug: string, uploaded: Results, io: CliIo): Promise<Curated> {
  const outcomes = new Map<string, CuratedSource>();
  const isThrough = ({ path, result }: FileResult) =>
    (result !== 'added' && result !== 'changed') || outcomes.has(path);
  let last = await curateOnce(client, slug, outcomes, io);
  if (last?.status === 'completed' && ![...uploaded.values()].every(isThrough)) {
    last = await curateOnce(client, slug, outcomes, io);
  }
  const results = new Map(uploaded);
  for (const { path, status, reason } of outcomes.values()) {
    const result = status === 'parsed' ? (results.get(path)?.result ?? 'added') : status;
    if (status !== 'parsed' || reason !== null) results.set(path, { path, result, reason: reason ?? '' });
  }
  if (last?.status === 'completed') return { results, chunks: last.chunks, error: null };
  return { results, chunks: 0, error: last?.error ?? 'Indexing did not finish. Run the command again.' };
}

/** Follows one curation, notes how each source came out, and returns where it ended. */
async function curateOnce(
  client: Client,
  slug: string,
  outcomes: Map<string, CuratedSource>,
  io: CliIo,
): Promise<CurationProgress | undefined> {
  let last: CurationProgress | undefined;
  let bar: Progress | undefined;
  try {
    for await (const progress of client.curate(slug)) {
      last = progress;
      const { source, total, done } = progress;
      if (source === null) continue;
      bar ??= createProgress(io, 'Indexing', total);
      bar.update(done, printable(source.path));
      outcomes.set(source.path, source);
    }
  } finally {
    bar?.[Symbol.dispose]();
  }
  return last;
}

const COLOURS = { added: 'green', changed: 'green', unchanged: 'dim', skipped: 'yellow', failed: 'red' } as const;

function report({ results, chunks, error }: Curated, io: CliIo): number {
  const paint = createPainter(io, io.stdout);
  const rows = [...results.values()].map(({ path, result, reason }) => [result, path, reason]);
  const needsLook = ([result, , why]: readonly string[]) => result === 'skipped' || result === 'failed' || why !== '';
  const listed = rows.length > MAX_LISTED ? rows.filter(needsLook) : rows;
  if (listed.length > 0) io.stdout.write(formatTable([['RESULT', 'FILE', 'WHY'], ...listed], paint));
  const counts = Object.entries(COLOURS).flatMap(([result, colour]) => {
    const count = rows.filter(([name]) => name === result).length;
    return count === 0 ? [] : [paint(colour, `${count} ${result}`)];
  });
  io.stdout.write(`\n${counts.join(', ')}${error === null ? `; ${chunks} chunks in the index` : ''}\n`);
  if (error !== null) io.stderr.write(`${createPainter(io, io.stderr)('red', 'error:')} ${error}\n`);
  return error !== null || rows.some(([result]) => result === 'failed') ? 1 : 0;
}
