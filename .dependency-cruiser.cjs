
/** What each layer may import besides itself: only what stands left of it. */
const allowed = {
  lib: ['errors', 'lib'],
  knowql: ['errors', 'lib', 'knowql'],
  engine: ['errors', 'lib', 'knowql', 'engine'],
  knowledge: ['errors', 'lib', 'knowql', 'engine', 'knowledge'],
  models: ['errors', 'lib', 'knowql', 'engine', 'models'],
  store: ['errors', 'lib', 'knowql', 'engine', 'store'],
  runtime: ['errors', 'lib', 'knowql', 'engine', 'knowledge', 'models', 'store', 'runtime'],
  graphql: ['errors', 'lib', 'knowql', 'engine', 'knowledge', 'models', 'store', 'runtime', 'graphql'],
  http: ['errors', 'lib', 'knowql', 'engine', 'knowledge', 'models', 'store', 'runtime', 'graphql', 'http'],
};

const layerPath = (layer) => (layer === 'errors' ? 'errors\\.ts$' : `${layer}/`);

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    { name: 'errors-stands-alone', severity: 'error', from: { path: '^src/(errors|database-failure)\\.ts$' }, to: { path: '^src/', pathNot: '^src/database-failure\\.ts$' } },
    ...Object.entries(allowed).map(([layer, targets]) => ({
      name: `layer-${layer}`,
      severity: 'error',
      from: { path: `^src/${layer}/` },
      to: { path: '^src/', pathNot: `^src/(${targets.map(layerPath).join('|')})` },
    })),
    {
      name: 'the-language-is-pure',
      comment: 'The language does no I/O; hashing and worker threads are its only ties to Node.',
      severity: 'error',
      from: { path: '^src/knowql/' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|worker_threads|os)$' },
    },
    {
      name: 'prisma-stays-in-the-store',
      comment: 'Only the store and the GraphQL schema that Pothos builds over it know Prisma.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(store|graphql)/' },
      to: { path: '^(src/store/prisma/|node_modules/(@prisma|prisma|pglite-prisma-adapter)/)' },
    },
    { name: 'no-tests-in-the-program', severity: 'error', from: { path: '^src/' }, to: { path: '^(test|bench|scripts)/' } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^src/store/prisma/internal' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
};
