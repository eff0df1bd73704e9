import type { GenerateContentConfig } from '@google/genai';
import type { ModelPrice, ReportUsage } from '../../engine/ports/compose.ts';
import { MODEL_CONTROLS } from '../../engine/ports/model.ts';
import { THINKING_LEVELS, type ThinkingLevel, type Workflow } from '../../knowql/query.ts';
import type { CatalogModel } from '../catalog.ts';
import type { ThinkingControl } from '../catalog-definition.ts';
import { compose } from './compose.ts';
import type { GoogleConnection } from './connection.ts';
import { research } from './research.ts';
import { thinkingConfig } from './thinking.ts';

export interface GoogleModelOptions {
  readonly connection: GoogleConnection;
  /** Catalogue id: `google/gemini-…`. */
  readonly id: string;
  readonly label: string;
  /** The provider's name of the model: `gemini-…`. */
  readonly name: string;
  readonly price?: ModelPrice;
  readonly maxSteps?: Readonly<Record<Workflow, number>>;
  /** How the model is told how much to think. */
  readonly thinking: ThinkingControl;
  /** The levels that it takes; all when absent. One that cannot be kept from thinking does not take `minimal`. */
  readonly thinkingLevels?: readonly ThinkingLevel[];
}

/** What a call needs to know of the model that it asks. */
export interface GoogleModelSettings extends Pick<GoogleModelOptions, 'connection' | 'id' | 'name'> {
  readonly thinking: (level: ThinkingLevel) => Pick<GenerateContentConfig, 'thinkingConfig'>;
}

/** What a call is stopped by, and what it tells beside its result. */
export interface ModelCall {
  readonly signal: AbortSignal;
  readonly report: ReportUsage;
}

const toNobody: ReportUsage = () => {};

/** A Gemini model: it composes prose and shaped answers, and researches with tools. */
export function createGoogleModel(options: GoogleModelOptions): CatalogModel {
  const { connection, id, label, name, price, maxSteps, thinking, thinkingLevels = THINKING_LEVELS } = options;
  const settings: GoogleModelSettings = {
    connection,
    id,
    name,
    thinking: (level) => {
      const config = thinkingConfig(thinking, level, thinkingLevels);
      return config === undefined ? {} : { thinkingConfig: config };
    },
  };
  return {
    id,
    label,
    honours: new Set(MODEL_CONTROLS),
    canRepair: true,
    ...(thinking === 'none' ? {} : { thinkingLevels }),
    ...(price === undefined ? {} : { price }),
    ...(maxSteps === undefined ? {} : { maxSteps }),
    research: (request, signal, report = toNobody) => research(settings, request, { signal, report }),
    compose: (request, signal, report = toNobody) => compose(settings, request, { signal, report }),
  };
}
