import { generate } from '@graphql-codegen/cli';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import config from '../../codegen.ts';
import { openTestRuntime } from '../support/gateway.ts';
import { createApi } from './support/api.ts';
import { ACME_MSA } from './support/operations.ts';
import { type TypedApi, toTypedApi } from './support/typed-api.ts';

const CLIENT = new URL('./typed/ask-and-follow.ts', import.meta.url);

/** What the compiler, with the project's own settings, has against a file. */
function complaints(file: URL): readonly string[] {
  const { config: json } = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent({ ...json, files: [], include: [] }, ts.sys, process.cwd());
  const program = ts.createProgram([file.pathname], options);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

/** What the client does; its own types exist once its documents are generated. */
interface Client {
  askAndFollow(
    api: TypedApi,
    ask: { readonly ask: string; readonly scope: readonly string[] },
  ): Promise<{
    readonly streamed: string;
    readonly final: { readonly citations: readonly { readonly source: string }[] };
  }>;
}

beforeAll(async () => {
  await generate(config, true);
});

describe('documents that codegen types from schema.graphql', () => {
  it('compile in a client under the strictest settings', () => {
    expect(complaints(CLIENT)).toEqual([]);
  });

  it('ask and follow a turn', async () => {
    await using test = await openTestRuntime();
    await test.addContext('contracts', { 'acme-msa.md': ACME_MSA });
    const { db: database, services, viewer } = test.runtime;
    const api = createApi({ database, services, viewer });
    const client = (await import(CLIENT.href)) as Client;

    const { streamed, final } = await client.askAndFollow(toTypedApi(api), {
      ask: "What are Acme's payment terms?",
      scope: ['contracts'],
    });

    expect(final).toMatchObject({ status: 'COMPLETED', thinkingLevel: 'LOW', text: streamed });
    expect(final.citations[0]?.source).toBe('acme-msa.md');
  });
});
