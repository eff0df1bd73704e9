import type { ErrorCode } from '../../../../src/errors.ts';
import type { FaultName } from '../../../support/gemini/faults.ts';

/** How a model fails at a fault of the service. */
export interface Failure {
  readonly code?: ErrorCode;
  readonly message: RegExp;
  /** What was said before it failed. */
  readonly said?: string;
  /** How often the service is asked; 1 when absent. */
  readonly calls?: number;
  readonly researchCalls?: number;
}

// Whatever was refused is asked again three times; what may have been done is not.
export const FAILURES: Readonly<Record<FaultName, Failure>> = {
  rateLimited: { code: 'rate_limited', message: /rate limit .*\(429\)\. Ask again in 1 s/, calls: 4 },
  overloaded: { message: /overloaded \(503\)/, calls: 4 },
  htmlBadGateway: { message: /failed to answer .*\(502\)/, calls: 4 },
  resetBeforeReply: { message: /broke off/ },
  resetMidReply: { message: /broke off/, said: 'Half an' },
  brokenJson: { message: /broke off/, said: 'Half an' },
  halfFrame: { message: /broke off/, said: 'Half an' },
  errorInReply: { message: /overloaded \(503\)/, said: 'Half an' },
  noFinishReason: { message: /broke off/, said: 'Half an' },
  safetyBlock: { message: /refused to answer: its safety filters/, said: 'Half an' },
  noCandidates: { message: /gave an empty answer/ },
  stalledBeforeReply: { code: 'timeout', message: /did not begin to answer within [\d.]+ s/ },
  stalledMidReply: { code: 'timeout', message: /fell silent for [\d.]+ s/, said: 'Half an' },
  slowTrickle: { code: 'timeout', message: /did not finish its answer within [\d.]+ s/ },
  malformedCall: { message: /tool call that cannot be read/, researchCalls: 2 },
  oversizedReply: { message: /more than 0\.1 MiB/ },
  wrongContentType: { message: /is not the Gemini API/ },
};
