import { defineConfig } from 'prisma/config';

// Every Prisma command looks for a native schema engine first and tries to download it, although `generate`,
// `validate` and `format` run on WebAssembly. Naming an existing executable skips the look-up and keeps the
// build offline. Migrations never go through this engine: see src/store/migrate.ts.
process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= process.execPath;

export default defineConfig({ schema: 'prisma/schema.prisma' });
