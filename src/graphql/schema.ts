/* oxlint-disable import/no-unassigned-import -- each of these files adds its types to the builder when it is loaded */
import type { GraphQLSchema } from 'graphql';
import { builder } from './builder.ts';
import './scalars/date-time.ts';
import './scalars/json.ts';
import './scalars/safe-int.ts';
import './types/comparison.ts';
import './types/connection.ts';
import './types/context.ts';
import './types/context-artifacts.ts';
import './types/context-operations.ts';
import './types/context-sources.ts';
import './types/curation.ts';
import './types/feedback.ts';
import './types/model.ts';
import './types/query.ts';
import './types/query-event.ts';
import './types/recorded-work.ts';
import './types/run-query.ts';
import './types/session.ts';
import './types/source-operations.ts';
import './types/session-queries.ts';
import './types/sessions.ts';
import './types/table-query.ts';

export const schema: GraphQLSchema = builder.toSchema();
