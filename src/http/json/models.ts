import type { Hono } from 'hono';
import type { ModelCatalog } from '../../engine/ports.ts';
import { THINKING_LEVELS } from '../../knowql/query.ts';
import { addResource, type GatewayEnv } from '../resource.ts';

/** What can answer here, under which names, and what a turn gets that asks for nothing. */
export function addModelRoutes(app: Hono<GatewayEnv>, catalog: ModelCatalog): void {
  addResource(app, '/api/models', {
    GET: () =>
      Response.json({
        default: catalog.default,
        models: catalog.models.map(({ id, label, provider, available, unavailableReason }) => ({
          id,
          label,
          provider,
          available,
          unavailable_reason: unavailableReason,
        })),
        tiers: catalog.tiers,
        query_defaults: {
          max_steps: catalog.maxSteps,
          thinking_levels: THINKING_LEVELS,
          thinking_level: catalog.defaultThinkingLevel,
        },
      }),
  });
}
