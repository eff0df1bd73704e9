import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PGlite } from '@electric-sql/pglite';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import { PrismaPGlite } from 'pglite-prisma-adapter';

const SCHEMA = new URL('../prisma/schema.prisma', import.meta.url);

// The package imports its WebAssembly as a module, which Node does only behind a flag; so it is instantiated here.
async function loadEngine(): Promise<typeof SchemaEngine> {
  const path = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bytes = await readFile(path.replace(/\.js$/, '.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': { ...bindings } });
  const { __wbindgen_start: start } = instance.exports;
  bindings.__wbg_set_wasm(instance.exports);
  if (typeof start === 'function') start();
  return bindings.SchemaEngine;
}

// The bindings are the state of one instance: a second one would take them away from the first.
let engine: ReturnType<typeof loadEngine> | undefined;
const engineClass = () => (engine ??= loadEngine());

/** The SQL that would turn the database into what prisma/schema.prisma describes, as Prisma sees it. */
export async function schemaDiff(database: PGlite): Promise<string> {
  const Engine = await engineClass();
  const content = await readFile(SCHEMA, 'utf8');
  const engine = await Engine.new(
    { datamodels: [['schema.prisma', content]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(new PrismaPGlite(database)),
  );
  try {
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files: [{ path: 'schema.prisma', content }], configDir: '.' },
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content }] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return stdout ?? '';
  } finally {
    engine.free();
  }
}
