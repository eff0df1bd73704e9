import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { CATALOG_SCHEMA, type CatalogDefinition } from './catalog-definition.ts';

/** A catalogue that cannot be read. The message says where it is wrong and completes "KNOWQL_MODELS …". */
export class CatalogFault extends Error {
  override readonly name = 'CatalogFault';
}

/**
 * Reads a catalogue from a JSON file.
 * @throws CatalogFault when there is none, or it is no JSON, does not have its form, or contradicts itself.
 */
export function readCatalog(file: string): CatalogDefinition {
  const definition = parse(file);
  const validate = new Ajv2020({ strict: false }).compile<CatalogDefinition>(CATALOG_SCHEMA);
  if (!validate(definition)) {
    const [fault] = validate.errors ?? [];
    const place = fault?.instancePath === '' ? 'the catalogue' : fault?.instancePath;
    throw new CatalogFault(`names a catalogue that is not as it should be: ${place} ${fault?.message}${hintOf(fault)}`);
  }
  const fault = contradictionIn(definition);
  if (fault !== undefined) throw new CatalogFault(`names a catalogue that contradicts itself: ${fault}`);
  return definition;
}

function parse(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new CatalogFault('names a file that cannot be read', { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CatalogFault('names a file that holds no JSON', { cause: error });
  }
}

/** What the validator's words leave out. */
function hintOf(fault: ErrorObject | undefined): string {
  const { additionalProperty, allowedValues } = fault?.params ?? {};
  if (typeof additionalProperty === 'string') return `: "${additionalProperty}"`;
  return Array.isArray(allowedValues) ? `: ${allowedValues.join(', ')}` : '';
}

function contradictionIn({ default: chosen, tiers = {}, models }: CatalogDefinition): string | undefined {
  const ids = models.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) return `${twice} is listed twice`;
  const known = new Set([...ids, 'local/extractive']);
  if (chosen !== undefined && !known.has(chosen)) return `default names ${chosen}, which models does not list`;
  const [astray] = Object.entries(tiers).filter(([, id]) => !known.has(id));
  return astray && `tiers.${astray[0]} names ${astray[1]}, which models does not list`;
}
