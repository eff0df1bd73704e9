import { openTestGateway } from '../../test/support/gateway.ts';
import type { Answer, AnswerTarget, BenchDocument } from './target.ts';

const RUN_QUERY = /* GraphQL */ `
  mutation RunQuery($input: RunQueryInput!) {
    runQuery(input: $input) {
      status
      text
      runtimeMs
      citations {
        source
        grounding
      }
    }
  }
`;

interface Response {
  readonly data?: { readonly runQuery: Answer };
  readonly errors?: readonly { readonly message: string }[];
}

/** The whole gateway on an embedded database, with the model that needs no key, asked over HTTP. */
export async function createGatewayTarget(): Promise<AnswerTarget> {
  const gateway = await openTestGateway();
  const { services, viewer } = gateway.runtime;
  const documents = new Map<string, BenchDocument>();
  const keyOf = (slug: string, path: string) => `${slug}/${path}`;

  const add = async (slug: string, document: BenchDocument) => {
    documents.set(keyOf(slug, document.path), document);
    const { content } = document;
    const given = typeof content === 'string' ? content : once(content);
    await services.contexts.addSource(slug, { ...document, content: given }, viewer);
  };
  const curate = async (slug: string) => {
    for await (const { curation, source } of services.contexts.curate(slug, viewer)) {
      if (curation.status === 'failed') throw new Error(`curating ${slug}: ${curation.error}`);
      if (source !== null && source.status !== 'parsed') {
        console.log(`${source.path} was ${source.status}: ${source.reason}`);
      }
    }
  };

  return {
    async load(slug, all) {
      await services.contexts.create({ slug }, viewer);
      for (const document of all) await add(slug, document);
      await curate(slug);
    },
    async without(slug, path, work) {
      const removed = documents.get(keyOf(slug, path));
      if (removed === undefined) throw new Error(`${path} was not loaded into ${slug}`);
      await services.contexts.removeSources(slug, [path], viewer);
      await curate(slug);
      const done = await work();
      await add(slug, removed);
      await curate(slug);
      return done;
    },
    async ask(question, slug) {
      const response = await fetch(`${gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ query: RUN_QUERY, variables: { input: { ask: question, scope: [slug] } } }),
      });
      const { data, errors } = (await response.json()) as Response;
      if (data === undefined) throw new Error(errors?.map(({ message }) => message).join('; '));
      return data.runQuery;
    },
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
