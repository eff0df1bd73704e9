import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

const DESCRIPTION = new URL('../../docs/openapi.yaml', import.meta.url);
const CANONICAL = new URL('../../../shared/contract/knowql.schema.json', import.meta.url);

interface Operation {
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Whether the canonical schema lies beside this checkout; without it only our own description is held to. */
export const hasCanonicalSchema = existsSync(CANONICAL);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const description = parse(readFileSync(DESCRIPTION, 'utf8')) as Description;
ajv.addSchema(description, 'openapi');
if (hasCanonicalSchema) ajv.addSchema(JSON.parse(readFileSync(CANONICAL, 'utf8')), 'canonical');

/** Literal segments before parameters: `/knowledge` is no source's path. The last parameter of a path may hold slashes. */
const TEMPLATES = Object.keys(description.paths)
  .toSorted(
    (a, b) => a.replaceAll('{', '\uffff').localeCompare(b.replaceAll('{', '\uffff'), 'en') || a.length - b.length,
  )
  .map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{path\}/g, '.+').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

/** Faults of a value by a schema of our description, or of the canonical one: empty when it is as described. */
export function faultsOf(value: unknown, schema: 'openapi' | 'canonical', pointer: string): readonly string[] {
  if (schema === 'canonical' && !hasCanonicalSchema) return [];
  const validate = ajv.getSchema(`${schema}#${pointer}`) as ValidateFunction | undefined;
  if (validate === undefined) return [`no schema at ${schema}#${pointer}`];
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/**
 * Faults of a response by `docs/openapi.yaml`: an operation, a status, a media type or a body that is not described.
 * @param operation Method and path as described: `GET /api/queries/{id}`.
 */
export async function faultsOfResponse(operation: string, response: Response): Promise<readonly string[]> {
  const [method = '', path = ''] = operation.split(' ');
  const responses = description.paths[path]?.[method.toLowerCase()]?.responses;
  if (responses === undefined) return [`${operation} is not described`];
  const status = String(response.status);
  const described = responses[status];
  if (described === undefined) return [`${operation} has no ${status}`];

  const type = response.headers.get('content-type')?.split(';', 1)[0];
  if (response.status === 204) return type === undefined ? [] : ['204 has no body'];
  const base = described.$ref?.slice(1) ?? `/paths/${escape(path)}/${method.toLowerCase()}/responses/${status}`;
  const pointer = `${base}/content/${escape(type ?? '')}/schema`;
  return faultsOf(type === 'application/json' ? await response.clone().json() : '', 'openapi', pointer);
}

/** The described operation that a request is: `GET /api/queries/{id}`; undefined where nothing is described. */
export function operationOf(method: string, pathname: string): string | undefined {
  const path = TEMPLATES.find(({ pattern }) => pattern.test(pathname))?.path;
  if (path === undefined || description.paths[path]?.[method.toLowerCase()] === undefined) return undefined;
  return `${method} ${path}`;
}

function escape(segment: string): string {
  return encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));
}
