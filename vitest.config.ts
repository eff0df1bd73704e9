import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    // Vitest would load graphql twice, as ESM and as CommonJS, and graphql refuses schemas from its other self.
    alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/described-responses.ts'],
    pool: 'forks',
    // Loading the gateway's modules costs more than most files' tests: the files of a worker share them.
    isolate: false,
    // Worker threads start from TypeScript sources here; they inherit the loader from the process.
    execArgv: ['--import', './test/support/load-typescript.mjs'],
    maxWorkers: 2,
    // They end what hangs. A busy machine may take its time: no test is about that.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
