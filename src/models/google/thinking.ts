import { ThinkingLevel as GoogleLevel, type ThinkingConfig } from '@google/genai';
import { THINKING_LEVELS, type ThinkingLevel } from '../../knowql/query.ts';
import type { ThinkingControl } from '../catalog-definition.ts';

const LEVELS: Readonly<Record<ThinkingLevel, GoogleLevel>> = {
  minimal: GoogleLevel.MINIMAL,
  low: GoogleLevel.LOW,
  medium: GoogleLevel.MEDIUM,
  high: GoogleLevel.HIGH,
};

/** Tokens, within what every 2.5 model takes; 0 turns thinking off. */
const BUDGETS: Readonly<Record<ThinkingLevel, number>> = { minimal: 0, low: 1_024, medium: 8_192, high: 24_576 };

/**
 * What to send for a level. A level that the model does not take (`accepted`) becomes the next higher one that it
 * does, or its highest.
 */
export function thinkingConfig(
  control: ThinkingControl,
  level: ThinkingLevel,
  accepted: readonly ThinkingLevel[],
): ThinkingConfig | undefined {
  if (control === 'none') return undefined;
  const nearest = nearestLevel(level, accepted);
  return control === 'level' ? { thinkingLevel: LEVELS[nearest] } : { thinkingBudget: BUDGETS[nearest] };
}

function nearestLevel(level: ThinkingLevel, accepted: readonly ThinkingLevel[]): ThinkingLevel {
  const taken = THINKING_LEVELS.filter((each) => accepted.includes(each));
  const enough = taken.find((each) => THINKING_LEVELS.indexOf(each) >= THINKING_LEVELS.indexOf(level));
  return enough ?? taken.at(-1) ?? level;
}
