import { cutText, visibleText } from '../../lib/visible-text.ts';
import { GoogleError, type Outcome } from './google-error.ts';
import type { Refusal } from './refusal.ts';

const MAX_QUOTED = 240;

/** What an error reply of the service means for the caller. `subject` is the catalogue id of what was asked. */
export function explainRefusal(refusal: Refusal, subject: string, cause: unknown): GoogleError {
  const { status, retryAfterMs } = refusal;
  const say = (code: GoogleError['code'], outcome: Outcome, message: string) =>
    new GoogleError(code, message, { outcome, retryAfterMs, refusesSchema: isOfSchema(refusal), cause });

  if (isKeyRefused(refusal)) {
    return say(
      'internal',
      'futile',
      `Google refused the gateway's key (${status}), so ${subject} could not be asked. Whoever runs the gateway must check GEMINI_API_KEY.`,
    );
  }
  switch (status) {
    case 404:
      return say(
        'model_unavailable',
        'futile',
        `Google does not offer ${subject} to this gateway (404). Ask another model.`,
      );
    case 429:
      return say('rate_limited', isSpent(refusal) ? 'futile' : 'refused', rateLimited(refusal, subject));
    case 503:
      return say('internal', 'refused', `${subject} is overloaded (503). Ask again later, or ask another model.`);
    case 408:
    case 500:
    case 502:
    case 504:
      return say(
        'internal',
        'refused',
        `Google failed to answer for ${subject} (${status}). Ask again, or ask another model.`,
      );
    default:
      return say(
        'internal',
        'futile',
        `${subject} refused the request (${status})${quoted(refusal)}. Change the request, or ask another model.`,
      );
  }
}

/** The service reports a bad key as 400. */
function isKeyRefused({ status, reasons }: Refusal): boolean {
  return status === 401 || status === 403 || reasons.some((reason) => reason.startsWith('API_KEY_'));
}

/**
 * A schema with too many states or levels is refused in words about schemas; newer models say of it no more than that
 * some argument is invalid.
 */
function isOfSchema({ status, message }: Refusal): boolean {
  return status === 400 && /\bschema\b|^Request contains an invalid argument\.?$/i.test(message ?? '');
}

/** A day's quota is not back in a few seconds, whatever the reply says. */
function isSpent({ quotas }: Refusal): boolean {
  return quotas.some((quota) => quota.includes('PerDay'));
}

function rateLimited(refusal: Refusal, subject: string): string {
  if (isSpent(refusal)) return `The gateway's quota of ${subject} for today is used up (429). Ask another model.`;
  const { retryAfterMs } = refusal;
  const when = retryAfterMs === null ? 'later' : `in ${Math.ceil(retryAfterMs / 1_000)} s`;
  return `The gateway's rate limit for ${subject} is reached (429). Ask again ${when}, or ask another model.`;
}

function quoted({ message }: Refusal): string {
  if (message === null) return '';
  return `: ${cutText(visibleText(message).replaceAll(/\s+/g, ' ').trim(), MAX_QUOTED).replace(/\.$/, '')}`;
}
