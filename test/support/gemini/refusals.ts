import type { JsonValue } from '../../../src/lib/json.ts';
import type { Reply } from './fake-gemini.ts';

const REASON_TYPE = 'type.googleapis.com/google.rpc.ErrorInfo';

/** An error as the API reports it. */
function refusal(code: number, status: string, message: string, details: readonly JsonValue[] = []): Reply {
  return ({ response }) => {
    const body = { error: { code, message, status, details } };
    response.writeHead(code, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body));
  };
}

/** What the service refuses in a well-formed way. */
export const refuses = {
  invalidKey: refusal(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
    { '@type': REASON_TYPE, reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
  ]),
  forbidden: refusal(403, 'PERMISSION_DENIED', 'Generative Language API has not been used in project 12345.'),
  unauthenticated: refusal(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.'),
  unknownModel: refusal(404, 'NOT_FOUND', 'models/gemini-none is not found for API version v1beta.'),
  jsonMode: refusal(400, 'INVALID_ARGUMENT', 'JSON mode is not enabled for models/gemma-3-1b-it'),
  tooManyStates: refusal(
    400,
    'INVALID_ARGUMENT',
    'The specified schema produces a constraint that has too many states for serving.',
  ),
  deepSchema: refusal(
    400,
    'INVALID_ARGUMENT',
    'A schema in GenerationConfig in the request exceeds the maximum allowed nesting depth.',
  ),
  anyArgument: refusal(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.'),
  overloaded: refusal(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
  broken: refusal(500, 'INTERNAL', 'An internal error has occurred.'),
  late: refusal(504, 'DEADLINE_EXCEEDED', 'Deadline expired before operation could complete.'),
  /** Repeats the key in its words, as a proxy on the way may. */
  echoingKey: (({ call, response }) => {
    const body = { error: { code: 400, message: `no such key: ${call.apiKey}`, status: 'INVALID_ARGUMENT' } };
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }) satisfies Reply,
} as const;

/** 429, which says when to come back, in the header, in the body, or not at all. */
export function limitsRate(
  wait: { readonly header?: string; readonly body?: string; readonly quota?: string } = {},
): Reply {
  return ({ response }) => {
    const details = [
      ...(wait.quota === undefined
        ? []
        : [{ '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId: wait.quota }] }]),
      ...(wait.body === undefined
        ? []
        : [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: wait.body }]),
    ];
    response.writeHead(429, {
      'content-type': 'application/json; charset=UTF-8',
      ...(wait.header === undefined ? {} : { 'retry-after': wait.header }),
    });
    const message = 'You exceeded your current quota, please check your plan and billing details.';
    response.end(JSON.stringify({ error: { code: 429, message, status: 'RESOURCE_EXHAUSTED', details } }));
  };
}
