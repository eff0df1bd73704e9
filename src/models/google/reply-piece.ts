import type { Part } from '@google/genai';
import { isJsonObject, type JsonObject } from '../../lib/json.ts';

/** One piece of a reply: what of it is as the service describes it. */
export interface ReplyPiece {
  readonly parts: readonly Part[];
  readonly finishReason: string | undefined;
  /** Why the prompt was blocked. */
  readonly blockReason: string | undefined;
  readonly usage: JsonObject;
}

/** Reads a piece. The SDK gives on what came, under a type that nobody has checked. */
export function toReplyPiece(response: unknown): ReplyPiece {
  const { candidates, promptFeedback, usageMetadata } = members(response);
  const { content, finishReason } = members(Array.isArray(candidates) ? candidates[0] : undefined);
  const { parts } = members(content);
  return {
    parts: Array.isArray(parts) ? parts.filter(isPart) : [],
    finishReason: text(finishReason),
    blockReason: text(members(promptFeedback)['blockReason']),
    usage: members(usageMetadata),
  };
}

function isPart(part: unknown): part is Part {
  return isJsonObject(part) && (part['text'] === undefined || typeof part['text'] === 'string');
}

const members = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
