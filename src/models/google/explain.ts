import { ApiError } from '@google/genai';
import { explainRefusal } from './explain-refusal.ts';
import { GoogleError, type Outcome } from './google-error.ts';
import { parseRefusal } from './refusal.ts';
import { WireFault, type WireFaultKind } from './wire-fault.ts';

const MEBIBYTE = 1024 * 1024;

/** Codes of a connection that never came about: nothing was sent. */
const NOT_CONNECTED: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** What OpenSSL and Node call a peer that they do not trust. */
const NOT_TRUSTED = /^(?:CERT_|DEPTH_ZERO_|ERR_SSL_|ERR_TLS_|SELF_SIGNED_|UNABLE_TO_)/;

export interface Explanation {
  /** Catalogue id of what was asked. */
  readonly subject: string;
  /** Takes out of a text what nobody may see. */
  readonly redact: (text: string) => string;
}

/** What a failed call means for the caller. The only place where what the SDK or the network throws is classified. */
export function explain(caught: unknown, { subject, redact }: Explanation): GoogleError {
  if (caught instanceof GoogleError) return caught;
  if (caught instanceof WireFault) return explainFault(caught.fault, { subject, redact });
  if (caught instanceof ApiError) {
    // An error inside a reply that had begun; its text is a preface and the error as the service wrote it.
    const refusal = parseRefusal(caught.status, redact(caught.message.replace(/^[^{[]*/, '')));
    return explainRefusal(refusal, subject, redacted(caught, redact));
  }
  const cause = redacted(caught, redact);
  const codes = causesOf(caught).map(({ code }) => code);
  if (codes.some((code) => NOT_CONNECTED.has(code))) return unreachable(subject, 'refused', cause);
  if (codes.some((code) => typeof code === 'string' && NOT_TRUSTED.test(code))) {
    return unreachable(subject, 'futile', cause);
  }
  return brokenOff(subject, cause);
}

function unreachable(subject: string, outcome: Outcome, cause: unknown): GoogleError {
  return new GoogleError(
    'internal',
    `Google could not be reached to ask ${subject}. Ask again; if it stays, whoever runs the gateway must check its network and GEMINI_BASE_URL.`,
    { outcome, cause },
  );
}

/** The reply ended before it was whole. */
export function brokenOff(subject: string, cause?: unknown): GoogleError {
  return new GoogleError('internal', `${subject} broke off before its answer was finished. Ask again.`, {
    outcome: 'unknown',
    cause,
  });
}

function explainFault(fault: WireFaultKind, { subject, redact }: Explanation): GoogleError {
  switch (fault.kind) {
    case 'refused': {
      const { message } = fault.refusal;
      return explainRefusal({ ...fault.refusal, message: message && redact(message) }, subject, undefined);
    }
    case 'stalled':
      return new GoogleError(
        'timeout',
        fault.begun
          ? `${subject} fell silent for ${seconds(fault.ms)} in the middle of its answer. Ask again.`
          : `${subject} did not begin to answer within ${seconds(fault.ms)}. Ask again, or ask another model.`,
        { outcome: 'unknown' },
      );
    case 'endless':
      return new GoogleError(
        'timeout',
        `${subject} did not finish its answer within ${seconds(fault.ms)}. Ask for less, or ask another model.`,
        { outcome: 'unknown' },
      );
    case 'oversized':
      return new GoogleError(
        'internal',
        `${subject} sent more than ${Math.round((fault.bytes / MEBIBYTE) * 10) / 10} MiB and was stopped. Ask for less.`,
        { outcome: 'unknown' },
      );
    case 'foreign':
      return new GoogleError(
        'internal',
        `What answered in place of ${subject} is not the Gemini API. Whoever runs the gateway must check GEMINI_BASE_URL and the proxies on the way.`,
        { outcome: 'futile', cause: new Error(`the reply is of type ${redact(fault.contentType)}`) },
      );
  }
}

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

/** What was caught, unless it or what is behind it repeats a secret: then its words without that. */
function redacted(caught: unknown, redact: (text: string) => string): unknown {
  const words = causesOf(caught).map(({ name, message, stack }) => [name, message, stack].join('\n'));
  return words.some((text) => redact(text) !== text)
    ? new Error(
        redact(
          causesOf(caught)
            .map(({ message }) => message)
            .join(': '),
        ),
      )
    : caught;
}

interface Caused {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: unknown;
}

/** The error and what caused it, outermost first. */
function causesOf(caught: unknown): readonly Caused[] {
  const causes: Error[] = [];
  for (let value = caught; value instanceof Error && !causes.includes(value); value = value.cause) causes.push(value);
  return causes.length === 0 ? [new Error(String(caught))] : causes;
}
