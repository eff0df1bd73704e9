import { once, openIn, sourceId } from './library-fixture.ts';

// A process that curates the context of `directory` and says when it is in the middle of it; it does not go on from
// there. Run as: curate-until-killed.ts <directory> <base version>
const [directory = '', baseVersion = ''] = process.argv.slice(2);
const library = await openIn(directory);
const { contentHash } = await library.putBlob(once(Buffer.from('Half a fee.')), 100);
const upsert = ['fees.md', 'other.md'].map((path) => ({ sourceId: sourceId(path), path, mediaType: '', contentHash }));
await library.curate(
  { contextId: 'ctx_a', baseVersion: Number(baseVersion), upsert, remove: [sourceId('term.md')] },
  ({ path }) => {
    if (path !== 'other.md') return;
    process.stdout.write('in the middle\n');
    for (;;); // the parent ends it here
  },
  new AbortController().signal,
);
