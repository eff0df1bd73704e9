import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalFields } from '../../src/knowql/canonical.ts';
import { createCatalog } from '../../src/models/catalog.ts';
import { createExtractiveModel } from '../../src/models/extractive/model.ts';
import { openTestGateway, sampleSources, type TestGateway } from '../support/gateway.ts';
import { CONTROL_FIELDS } from './fields/control-fields.ts';
import { DELIVERY_FIELDS } from './fields/delivery-fields.ts';
import { uncoveredFields } from './fields/field-case.ts';
import { graphqlApi } from './fields/graphql-api.ts';
import { jsonApi } from './fields/json-api.ts';
import { SESSION_FIELDS } from './fields/session-fields.ts';
import { ROUNDS } from './fields/sources.ts';
import { failingModel, TELLING, tellingModel } from './support/telling-model.ts';

let gateway: TestGateway;

beforeAll(async () => {
  const models = createCatalog([createExtractiveModel(), tellingModel, failingModel], { tiers: { pro: TELLING } });
  gateway = await openTestGateway({ models });
  for (const slug of ['contracts', 'pricing-policy']) await gateway.addContext(slug, await sampleSources(slug));
  await gateway.addContext('rounds', ROUNDS);
});
afterAll(() => gateway[Symbol.asyncDispose]());

const CASES = [...SESSION_FIELDS, ...CONTROL_FIELDS, ...DELIVERY_FIELDS];

describe('a field of the query document, over HTTP:', () => {
  // oxlint-disable-next-line vitest/expect-expect -- the case expects
  it.each(CASES)('$field $effect', ({ check }) => check(jsonApi(gateway)));
});

describe('a field of the query document, through runQuery:', () => {
  // oxlint-disable-next-line vitest/expect-expect -- the case expects
  it.each(CASES)('$field $effect', ({ check }) => check(graphqlApi(gateway)));
});

describe('the fields of the query document', () => {
  const fields = canonicalFields('QueryRequest').map(({ name }) => name);

  it('have each a case here', () => {
    expect(uncoveredFields(fields, CASES)).toEqual([]);
  });

  it('would be missed if there were one more', () => {
    expect(uncoveredFields([...fields, 'asOf'], CASES)).toEqual(['asOf']);
  });
});
