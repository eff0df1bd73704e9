import { GatewayError } from '../../errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json.ts';
import type { ContextSettings, SourceInput, WorkSelection } from '../../runtime/services.ts';
import { checkBody } from './read-document.ts';

const TEXTS = ['title', 'description', 'instructions'] as const;

function refuse(field: string, must: string): never {
  throw new GatewayError('bad_request', `${field} must be ${must}.`, { field });
}

/** The settings in a body that may hold others beside `known`. @throws GatewayError `bad_request` */
function toSettings(body: JsonObject, known: readonly string[]): ContextSettings {
  checkBody(body);
  const stranger = Object.keys(body).find((name) => !known.includes(name));
  if (stranger !== undefined) refuse(stranger, `left out: it is none of ${known.join(', ')}`);

  const settings: { -readonly [K in keyof ContextSettings]: ContextSettings[K] } = {};
  for (const name of TEXTS) {
    const value = body[name];
    if (value === undefined) continue;
    if (typeof value !== 'string') refuse(name, 'a string');
    settings[name] = value;
  }
  const { manifest } = body;
  if (manifest !== undefined) settings.manifest = isJsonObject(manifest) ? manifest : refuse('manifest', 'an object');
  return settings;
}

export function toContextUpdate(body: JsonObject): ContextSettings {
  return toSettings(body, [...TEXTS, 'manifest']);
}

export function toNewContext(
  body: JsonObject,
): ContextSettings & { readonly slug: string; readonly kind?: 'search' | 'work' } {
  const settings = toSettings(body, [...TEXTS, 'manifest', 'slug', 'kind']);
  const { slug, kind } = body;
  if (typeof slug !== 'string') refuse('slug', 'a string');
  if (kind === undefined) return { ...settings, slug };
  if (kind !== 'search' && kind !== 'work') refuse('kind', '"search" or "work"');
  return { ...settings, slug, kind };
}

/** The sources of a JSON body: `{"sources": [{"path", "text", "media_type"?}]}`. */
export function toInlineSources(body: JsonObject): readonly SourceInput[] {
  checkBody(body);
  const { sources } = body;
  if (!Array.isArray(sources) || sources.length === 0) refuse('sources', 'a list of at least one source');
  return (sources as readonly JsonValue[]).map((source, index) => {
    const at = `sources[${index}]`;
    if (!isJsonObject(source)) refuse(at, 'an object with path and text');
    const { path, text, media_type: mediaType } = source;
    if (typeof path !== 'string') refuse(`${at}.path`, 'a string');
    if (typeof text !== 'string') refuse(`${at}.text`, 'a string');
    if (mediaType === undefined) return { path, content: text };
    if (typeof mediaType !== 'string') refuse(`${at}.media_type`, 'a string');
    return { path, content: text, mediaType };
  });
}

/** What work is to be recorded: `{"session_id"}` or `{"query_ids"}`. */
export function toWorkSelection(body: JsonObject): WorkSelection {
  checkBody(body);
  const { session_id: sessionId, query_ids: queryIds, ...strange } = body;
  const [stranger] = Object.keys(strange);
  if (stranger !== undefined) refuse(stranger, 'left out: it is none of session_id, query_ids');
  if (queryIds !== undefined) {
    if (sessionId !== undefined) refuse('query_ids', 'left out beside session_id; send one of them');
    if (!Array.isArray(queryIds)) refuse('query_ids', 'a list of ids of turns');
    return { queryIds: (queryIds as readonly JsonValue[]).map((id, at) => textAt(`query_ids[${at}]`, id)) };
  }
  if (sessionId === undefined) refuse('session_id', 'given, or query_ids');
  return { sessionId: textAt('session_id', sessionId) };
}

function textAt(field: string, value: JsonValue): string {
  return typeof value === 'string' ? value : refuse(field, 'a string');
}
