import type { CodegenConfig } from '@graphql-codegen/cli';

/** Typed documents for the operations under test/graphql/documents, as a client would generate them. */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: 'test/graphql/documents/*.graphql',
  silent: true,
  generates: {
    'test/graphql/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        strictScalars: true,
        immutableTypes: true,
        importExtension: '.ts',
        scalars: { JSON: 'unknown', SafeInt: 'number', DateTime: 'string' },
      },
    },
  },
};

export default config;
