import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json.ts';

/** An error reply of the service, as far as it can be told. */
export interface Refusal {
  /** HTTP status. */
  readonly status: number;
  /** The service's own words; null where something else answered. */
  readonly message: string | null;
  /** Machine-readable reasons, such as `API_KEY_INVALID`. */
  readonly reasons: readonly string[];
  /** Ids of the quotas that are used up, such as `GenerateRequestsPerDayPerProjectPerModel`. */
  readonly quotas: readonly string[];
  /** How long it asks to wait; null where it does not say. */
  readonly retryAfterMs: number | null;
}

/**
 * Reads an error reply: `body` is the text of it, JSON when it is the service's own.
 * @param retryAfter the header of that name
 * @param now what a date in that header is compared with
 */
export function parseRefusal(
  status: number,
  body: string,
  { retryAfter = null, now = new Date() }: { readonly retryAfter?: string | null; readonly now?: Date } = {},
): Refusal {
  const error = errorOf(body);
  const details = Array.isArray(error['details']) ? error['details'].filter(isJsonObject) : [];
  const { message } = error;
  return {
    status,
    message: typeof message === 'string' ? message : null,
    reasons: details.flatMap(({ reason }) => (typeof reason === 'string' ? [reason] : [])),
    quotas: details.flatMap(({ violations }) => quotaIds(violations)),
    retryAfterMs:
      headerMs(retryAfter, now) ?? details.map(({ retryDelay }) => delayMs(retryDelay)).find(isNumber) ?? null,
  };
}

function errorOf(body: string): JsonObject {
  try {
    const parsed: unknown = JSON.parse(body);
    // Streamed without SSE, the service puts it into a list.
    const reply: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
    return isJsonObject(reply) && isJsonObject(reply['error']) ? reply['error'] : {};
  } catch {
    return {}; // not the service's: a page of a proxy
  }
}

function quotaIds(violations: JsonValue | undefined): readonly string[] {
  if (!Array.isArray(violations)) return [];
  return violations.filter(isJsonObject).flatMap(({ quotaId }) => (typeof quotaId === 'string' ? [quotaId] : []));
}

/** A protobuf duration: `34s`, `0.5s`. */
function delayMs(delay: JsonValue | undefined): number | undefined {
  const [, seconds] = typeof delay === 'string' ? (/^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(delay) ?? []) : [];
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1_000);
}

/** Seconds, or the date to wait for. */
function headerMs(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

const isNumber = (value: number | undefined): value is number => value !== undefined;
