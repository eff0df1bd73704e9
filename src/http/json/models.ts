import type { Hono } from 'hono';
import type { ModelCatalog, ModelDescription } from '../../engine/ports/model.ts';
import { THINKING_LEVELS } from '../../knowql/query.ts';
import { addResource, type GatewayEnv } from '../resource.ts';

/** What can answer here, under which names, and what a turn gets that asks for nothing. */
export function addModelRoutes(app: Hono<GatewayEnv>, catalog: ModelCatalog): void {
  addResource(app, '/api/models', {
    GET: () =>
      Response.json({
        default: catalog.default,
        models: catalog.models.map(toCanonicalModel),
        tiers: catalog.tiers,
        query_defaults: {
          max_steps: catalog.maxSteps,
          thinking_levels: THINKING_LEVELS,
          thinking_level: catalog.defaultThinkingLevel,
        },
      }),
  });
}

function toCanonicalModel({ unavailableReason, thinkingLevels, maxSteps, price, ...model }: ModelDescription) {
  return {
    ...model,
    unavailable_reason: unavailableReason,
    thinking_levels: thinkingLevels,
    max_steps: maxSteps,
    usd_per_million_tokens: price && {
      input: price.input,
      cached_input: price.cachedInput ?? price.input,
      output: price.output,
    },
  };
}
