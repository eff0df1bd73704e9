import type { TokenUsage } from '../../engine/ports/compose.ts';
import type { JsonObject } from '../../lib/json.ts';
import { tokenCount } from './token-count.ts';

/** The tokens of one reply. The service counts what came from a cache into the prompt, and thoughts beside the answer. */
export function toUsage(metadata: JsonObject): TokenUsage {
  const thinkingTokens = tokenCount(metadata['thoughtsTokenCount']);
  return {
    inputTokens: tokenCount(metadata['promptTokenCount']) + tokenCount(metadata['toolUsePromptTokenCount']),
    outputTokens: tokenCount(metadata['candidatesTokenCount']) + thinkingTokens,
    cachedInputTokens: tokenCount(metadata['cachedContentTokenCount']),
    thinkingTokens,
  };
}

export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedInputTokens: (a.cachedInputTokens ?? 0) + (b.cachedInputTokens ?? 0),
    thinkingTokens: (a.thinkingTokens ?? 0) + (b.thinkingTokens ?? 0),
  };
}
