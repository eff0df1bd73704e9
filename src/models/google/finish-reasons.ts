import { FinishReason } from '@google/genai';

/** How a reply ended. `refused` and `failed` come with the reason in words. */
export type ReplyEnd =
  | { readonly kind: 'whole' }
  | { readonly kind: 'truncated' }
  | { readonly kind: 'malformed-call' }
  | { readonly kind: 'refused' | 'failed'; readonly why: string };

const WHOLE: ReplyEnd = { kind: 'whole' };
const TRUNCATED: ReplyEnd = { kind: 'truncated' };
const MALFORMED_CALL: ReplyEnd = { kind: 'malformed-call' };
const refused = (why: string): ReplyEnd => ({ kind: 'refused', why });
const failed = (why: string): ReplyEnd => ({ kind: 'failed', why });

const ENDS: ReadonlyMap<string, ReplyEnd> = new Map(
  Object.entries({
    [FinishReason.STOP]: WHOLE,
    [FinishReason.MAX_TOKENS]: TRUNCATED,
    [FinishReason.CONTINUATION]: TRUNCATED,
    [FinishReason.MALFORMED_FUNCTION_CALL]: MALFORMED_CALL,
    [FinishReason.UNEXPECTED_TOOL_CALL]: MALFORMED_CALL,
    [FinishReason.TOO_MANY_TOOL_CALLS]: failed('it called too many tools'),
    [FinishReason.SAFETY]: refused('its safety filters stopped the answer'),
    [FinishReason.RECITATION]: refused('the answer came too close to a protected text'),
    [FinishReason.LANGUAGE]: refused('it does not support the language'),
    [FinishReason.BLOCKLIST]: refused('the answer held a forbidden term'),
    [FinishReason.PROHIBITED_CONTENT]: refused('the answer held prohibited content'),
    [FinishReason.SPII]: refused('the answer held sensitive personal data'),
    [FinishReason.IMAGE_SAFETY]: refused('its safety filters stopped an image'),
    [FinishReason.IMAGE_PROHIBITED_CONTENT]: refused('an image held prohibited content'),
    [FinishReason.IMAGE_RECITATION]: refused('an image came too close to a protected one'),
    [FinishReason.IMAGE_OTHER]: failed('it could not make an image'),
    [FinishReason.NO_IMAGE]: failed('it could not make an image'),
    [FinishReason.OTHER]: failed('it gave no reason'),
    [FinishReason.FINISH_REASON_UNSPECIFIED]: failed('it gave no reason'),
  } satisfies Record<FinishReason, ReplyEnd>),
);

/** What a `finishReason` means; one that is not known yet is a failure of that name. */
export function endOf(reason: string): ReplyEnd {
  // Gateways that imitate the service write this after calls, where it writes STOP.
  if (reason === 'FUNCTION_CALL') return WHOLE;
  return ENDS.get(reason) ?? failed(reason.slice(0, 60));
}
