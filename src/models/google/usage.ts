import type { GenerateContentResponseUsageMetadata } from '@google/genai';
import type { TokenUsage } from '../../engine/ports.ts';

/** The tokens of one reply. The service counts what came from a cache into the prompt, and thoughts beside the answer. */
export function toUsage(metadata: GenerateContentResponseUsageMetadata): TokenUsage {
  const { promptTokenCount, toolUsePromptTokenCount, candidatesTokenCount, thoughtsTokenCount } = metadata;
  return {
    inputTokens: (promptTokenCount ?? 0) + (toolUsePromptTokenCount ?? 0),
    outputTokens: (candidatesTokenCount ?? 0) + (thoughtsTokenCount ?? 0),
    cachedInputTokens: metadata.cachedContentTokenCount ?? 0,
    thinkingTokens: thoughtsTokenCount ?? 0,
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
