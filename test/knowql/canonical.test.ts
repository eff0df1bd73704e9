import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentForm } from '../../src/knowql/canonical/document.ts';
import type { FieldNode } from '../../src/knowql/canonical/form.ts';
import { string } from '../../src/knowql/canonical/form.ts';
import {
  CANONICAL_TYPES,
  type CanonicalType,
  canonicalFields,
  fromCanonical,
  toCanonical,
} from '../../src/knowql/canonical.ts';
import { toCanonicalName, toDomainName } from '../../src/knowql/names.ts';
import { canonicalJson, type JsonObject } from '../../src/lib/json.ts';
import { arbitraryOf } from './form-arbitraries.ts';

const CONTRACT = new URL('../../../shared/contract/knowql.schema.json', import.meta.url);

/** Where the contract describes a document type: a definition, or a place inside one. */
const CONTRACT_POINTERS: Readonly<Record<CanonicalType, string>> = {
  QueryRequest: '/$defs/QueryDocument',
  Query: '/$defs/ResponseDocument',
  InputMessage: '/$defs/InputMessage',
  OutputItem: '/$defs/OutputItem',
  OutputContent: '/$defs/OutputItem/properties/content/items',
  Usage: '/$defs/Usage',
  Citation: '/$defs/Citation',
  Step: '/$defs/Step',
  StepStrategy: '/$defs/StepStrategy',
  StepCost: '/$defs/StepCost',
  TraceTruncation: '/$defs/Step/properties/trace_truncated',
  ToolCall: '/$defs/ToolCall',
  Rollup: '/$defs/Rollup',
  Synthesis: '/$defs/Synthesis',
  ComparisonMember: '/$defs/ComparisonMember',
  Feedback: '/$defs/Feedback',
  Warning: '/$defs/Warning',
  RetrievalEnvelope: '/$defs/RetrievalEnvelope',
  RetrievalCounts: '/$defs/RetrievalEnvelope/properties/counts',
  RetrievalDetails: '/$defs/RetrievalEnvelope/properties/retrieval',
  RetrievedChunk: '/$defs/RetrievedChunk',
  RetrievedArtifact: '/$defs/RetrievedArtifact',
  Session: '/$defs/Session',
  Trace: '/$defs/Trace',
  TraceStep: '/$defs/Trace/properties/steps/items',
};

/** Members of the contract that carry nothing of the domain: constants, and what other surfaces add. */
const BESIDE_THE_DOMAIN: Readonly<Partial<Record<CanonicalType, readonly string[]>>> = {
  Query: ['object'],
  Rollup: ['type', 'query_id'],
  Synthesis: ['type', 'query_id'],
  Session: ['project_id', 'created_by', 'queries'],
};

/** Members of the contract that a document of ours cannot break by chance, given values that the contract takes. */
const FIXED: Readonly<Partial<Record<string, unknown>>> = {
  id: 'qry_1',
  session_id: 'ses_1',
  error: null,
  status: 'completed',
};

function documentOf(type: CanonicalType) {
  const constants = type === 'Query' ? { object: 'query' } : {};
  return arbitraryOf({ kind: 'document', fields: canonicalFields(type), constants });
}

describe('the canonical translation', () => {
  for (const type of CANONICAL_TYPES) {
    it(`takes a ${type} from JSON to the domain and back without a difference`, () => {
      fc.assert(
        fc.property(documentOf(type), (document) => {
          // As text: a member named `constructor` misleads comparisons of objects.
          expect(canonicalJson(toCanonical(type, fromCanonical(type, document)))).toBe(canonicalJson(document));
        }),
        { numRuns: 60 },
      );
    });
  }

  it('keeps a member named __proto__ as data', () => {
    const request = fromCanonical('QueryRequest', JSON.parse('{"ask":"a","__proto__":{"polluted":true}}'));
    expect(Object.hasOwn(request.extensions ?? {}, '__proto__')).toBe(true);
    expect(JSON.stringify(toCanonical('QueryRequest', request))).toBe('{"ask":"a","__proto__":{"polluted":true}}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('does not let an extension stand in for a member of the language', () => {
    expect(toCanonical('QueryRequest', { ask: 'a', extensions: { ask: 'b', model: 'm', x: 1 } })).toStrictEqual({
      ask: 'a',
      x: 1,
    });
  });

  it('names the member that is not of its form', () => {
    expect(() => fromCanonical('Citation', { source: 'a', section_paths: [['x'], ['y', 3]] })).toThrow(
      'section_paths[1][1] must be a string, not the number 3',
    );
  });

  it('has names that go over into each other by rule', () => {
    for (const { name, canonical } of CANONICAL_TYPES.flatMap((type) => canonicalFields(type))) {
      expect(toCanonicalName(name)).toBe(canonical);
      expect(toDomainName(canonical)).toBe(name);
    }
  });

  it('has a table for each member of a type, and for nothing else', () => {
    interface Two {
      readonly one: string;
      readonly two: string;
      readonly extensions?: JsonObject;
    }
    const forms = [
      documentForm<Two>({ one: string(), two: string() }),
      // @ts-expect-error a member without a form
      documentForm<Two>({ one: string() }),
      // @ts-expect-error a form without a member
      documentForm<Two>({ one: string(), two: string(), three: string() }),
      // @ts-expect-error an optional member with a required form
      documentForm<Partial<Pick<Two, 'one' | 'extensions'>>>({ one: string() }),
    ];
    expect(forms.map(({ fields }) => fields.length)).toStrictEqual([2, 1, 3, 1]);
  });
});

/** What our documents say beyond the contract, as it allows: optional, and for whoever wants to know. */
const BEYOND_THE_CONTRACT: Partial<Record<CanonicalType, readonly string[]>> = {
  Usage: ['cached_input_tokens', 'thinking_tokens'],
  StepCost: ['tokens_thinking', 'cost_usd'],
};

describe.skipIf(!existsSync(CONTRACT))('the canonical translation against the contract (../shared/contract)', () => {
  const contract = existsSync(CONTRACT) ? (JSON.parse(readFileSync(CONTRACT, 'utf8')) as object) : {};
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema(contract, 'contract');

  for (const type of CANONICAL_TYPES) {
    it(`knows the contract's members of ${type}, and requires the same of them`, () => {
      const described = lookUp(contract, CONTRACT_POINTERS[type]);
      const beside = new Set(BESIDE_THE_DOMAIN[type] ?? []);
      const names = Object.keys(described.properties).filter((name) => !beside.has(name));
      const ours = new Set(BEYOND_THE_CONTRACT[type] ?? []);
      const fields = canonicalFields(type).filter(({ canonical }) => !ours.has(canonical));
      expect(canonicalFields(type).filter(({ canonical, required }) => ours.has(canonical) && required)).toEqual([]);
      expect(fields.map(({ canonical }) => canonical).toSorted()).toStrictEqual(names.toSorted());
      expect(
        fields
          .filter(({ required }) => required)
          .map(({ canonical }) => canonical)
          .toSorted(),
      ).toStrictEqual((described.required ?? []).filter((name) => !beside.has(name)).toSorted());
    });

    it(`writes a ${type} that the contract accepts`, () => {
      const validate = ajv.compile({ $ref: `contract#${CONTRACT_POINTERS[type]}` });
      fc.assert(
        fc.property(documentOf(type), (document) => {
          const written = toCanonical(type, fromCanonical(type, withFixed(document as object, canonicalFields(type))));
          const forContract = Object.fromEntries(
            Object.entries(written).filter(
              ([name]) => !(BESIDE_THE_DOMAIN[type] ?? []).includes(name) || name === 'object',
            ),
          );
          validate(distinctScope(forContract));
          expect(validate.errors).toBeNull();
        }),
        { numRuns: 60 },
      );
    });
  }

  function withFixed(document: object, fields: readonly FieldNode[]): object {
    if (!fields.some(({ canonical }) => canonical === 'created' || canonical === 'created_at')) return document;
    return Object.fromEntries(
      Object.entries(document).map(([name, value]) => {
        if (name === 'id' && fields.some(({ canonical }) => canonical === 'created_at')) return [name, 'ses_1'];
        return [name, name in FIXED ? FIXED[name] : value];
      }),
    );
  }

  // That entries differ is a rule of parsing, not of the form.
  function distinctScope(document: Readonly<Record<string, unknown>>): object {
    const scope = document['scope'];
    return Array.isArray(scope) ? { ...document, scope: [...new Set(scope)] } : document;
  }
});

function lookUp(
  contract: object,
  pointer: string,
): { readonly properties: Readonly<Record<string, unknown>>; readonly required?: readonly string[] } {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], contract) as never;
}
