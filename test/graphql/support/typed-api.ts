import type { TypedDocumentNode } from '@urql/core';
import { type ExecutionResult, print } from 'graphql';

/** The API as a client sees it whose documents carry the types of their variables and results. */
export interface TypedApi {
  run<Data, Variables extends object>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Data>;
  follow<Data, Variables extends object>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): AsyncIterable<Data>;
}

/** An API that takes operations as text. Not the whole of what tests know of it: this compiles within clients. */
interface TextApi {
  run(query: string, variables: object): Promise<ExecutionResult>;
  follow(query: string, variables: object): AsyncIterable<ExecutionResult>;
}

export function toTypedApi(api: TextApi): TypedApi {
  return {
    async run(document, variables) {
      const { data, errors } = await api.run(print(document), variables);
      if (errors !== undefined) throw new Error(errors[0]?.message);
      return data as never;
    },
    async *follow(document, variables) {
      for await (const { data } of api.follow(print(document), variables)) yield data as never;
    },
  };
}
