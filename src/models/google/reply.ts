import type { GenerateContentResponse, Part } from '@google/genai';
import type { ReportUsage, TokenUsage } from '../../engine/ports/compose.ts';
import type { JsonObject } from '../../lib/json.ts';
import { brokenOff } from './explain.ts';
import { endOf, type ReplyEnd } from './finish-reasons.ts';
import { GoogleError } from './google-error.ts';
import { toReplyPiece } from './reply-piece.ts';
import { toUsage } from './usage.ts';

/** One reply as its pieces come: what they say, how it ended, and what it cost. */
export class Reply {
  readonly #subject: string;
  #usage: JsonObject = {};
  #finishReason: string | undefined;
  #said = false;

  readonly #report: ReportUsage;

  /**
   * @param subject catalogue id of the model
   * @param report told what the reply costs as soon as the service says so, which it may of one that it breaks off, too
   */
  constructor(subject: string, report: ReportUsage) {
    this.#subject = subject;
    this.#report = report;
  }

  /**
   * What a piece says, thoughts included.
   * @throws GatewayError when the service will say nothing to this prompt
   */
  read(response: GenerateContentResponse): readonly Part[] {
    const { parts, finishReason, blockReason, usage } = toReplyPiece(response);
    // Each piece counts from the start of the reply, and may leave out what another one told.
    this.#usage = { ...this.#usage, ...usage };
    if (this.#usage['promptTokenCount'] !== undefined) this.#report(this.usage);
    if (blockReason !== undefined) throw this.#blocked(blockReason);
    this.#finishReason = finishReason ?? this.#finishReason;
    this.#said ||= parts.length > 0;
    return parts;
  }

  get usage(): TokenUsage {
    return toUsage(this.#usage);
  }

  /** How the reply ended, now that nothing comes any more. */
  end(): ReplyEnd {
    if (this.#finishReason !== undefined) return endOf(this.#finishReason);
    throw this.#said ? brokenOff(this.#subject) : this.empty();
  }

  /**
   * What the reply cost, if it is whole.
   * @throws GatewayError when it is not
   */
  finish(): TokenUsage {
    const end = this.end();
    switch (end.kind) {
      case 'whole':
        return this.usage;
      case 'truncated':
        throw this.#futile('reached its output limit before its answer was complete. Ask for less at once.');
      case 'malformed-call':
        throw this.malformedCall();
      case 'refused':
        throw this.#futile(`refused to answer: ${end.why}. Change the ask, or ask another model.`);
      case 'failed':
        throw this.#futile(`stopped before its answer was complete: ${end.why}. Ask again, or ask another model.`);
    }
  }

  empty(): GoogleError {
    return this.#futile('gave an empty answer. Ask again, or ask another model.');
  }

  malformedCall(): GoogleError {
    return this.#futile('made a tool call that cannot be read. Ask again, or ask another model.');
  }

  #blocked(reason: string): GoogleError {
    return this.#futile(
      `refused to answer: Google's filters blocked the prompt (${reason.slice(0, 60)}). Change the ask or the scope, or ask another model.`,
    );
  }

  #futile(what: string): GoogleError {
    return new GoogleError('internal', `${this.#subject} ${what}`, { outcome: 'futile' });
  }
}
