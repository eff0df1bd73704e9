import { describe, expect, it } from 'vitest';
import { type ControlDefaults, MAX_RETRIEVED, toControls } from '../../src/knowql/check.ts';
import type { QueryRequest } from '../../src/knowql/query.ts';
import { refusalOf } from './refusal.ts';

const DEFAULTS: ControlDefaults = { maxSteps: { search: 8, search_rag: 1 }, thinkingLevel: 'low' };
const SHAPE = { type: 'object' };

function controlsOf(request: Partial<QueryRequest>) {
  return toControls({ ask: 'a', scope: ['c'], ...request }, DEFAULTS);
}

function warned(request: Partial<QueryRequest>) {
  return controlsOf(request).warnings.map(({ code, field }) => `${code} ${field}`);
}

describe('toControls', () => {
  it('fills in what the document does not say', () => {
    expect(controlsOf({})).toStrictEqual({
      mode: 'compose',
      workflow: 'search',
      shape: null,
      timeoutSeconds: 900,
      maxSteps: 8,
      thinkingLevel: 'low',
      maxRetrieved: 20,
      maxRetrievedChars: null,
      warnings: [],
    });
  });

  it('leaves what the document says as it is', () => {
    expect(
      controlsOf({ shape: SHAPE, timeoutSeconds: 5, maxSteps: 2, thinkingLevel: 'high', workflow: 'search' }),
    ).toMatchObject({ shape: SHAPE, timeoutSeconds: 5, maxSteps: 2, thinkingLevel: 'high', warnings: [] });
  });

  it.each<[Partial<QueryRequest>, string, string[]]>([
    [{ retrievalOnly: true }, 'retrieval_only', []],
    [{ pointersOnly: true }, 'pointers_only', []],
    [{ chunksOnly: true }, 'chunks_only', []],
    [{ artifactsOnly: true }, 'artifacts_only', []],
    [{ compose: false }, 'retrieval_only', []],
    [{ compose: true }, 'compose', []],
    [{ retrievalOnly: false, chunksOnly: false, compose: true }, 'compose', []],
    [{ chunksOnly: true, artifactsOnly: true }, 'chunks_only', ['artifacts_only']],
    [{ artifactsOnly: true, retrievalOnly: true }, 'artifacts_only', ['retrieval_only']],
    [{ retrievalOnly: true, pointersOnly: true }, 'pointers_only', ['retrieval_only']],
    [{ compose: false, chunksOnly: true }, 'chunks_only', ['compose']],
    [{ compose: true, retrievalOnly: true }, 'retrieval_only', ['compose']],
    [
      { chunksOnly: true, artifactsOnly: true, pointersOnly: true, retrievalOnly: true, compose: false },
      'chunks_only',
      ['artifacts_only', 'pointers_only', 'retrieval_only', 'compose'],
    ],
  ])('decides %j by the precedence of §8.3 as %s, and names what lost', (request, mode, lost) => {
    expect(controlsOf(request).mode).toBe(mode);
    expect(warned(request)).toStrictEqual(lost.map((field) => `control_overridden ${field}`));
  });

  it('ignores a shape on a turn that composes nothing', () => {
    expect(controlsOf({ shape: SHAPE, chunksOnly: true }).shape).toBeNull();
    expect(warned({ shape: SHAPE, chunksOnly: true })).toStrictEqual(['shape_ignored shape']);
  });

  it('warns of controls that change nothing on a turn of its kind', () => {
    expect(warned({ maxRetrieved: 3, maxRetrievedChars: 9 })).toStrictEqual([
      'no_effect max_retrieved',
      'no_effect max_retrieved_chars',
    ]);
    expect(warned({ retrievalOnly: true, maxRetrieved: 3, maxRetrievedChars: 9 })).toStrictEqual([]);
    expect(warned({ pointersOnly: true, maxRetrieved: 3, maxRetrievedChars: 9 })).toStrictEqual([
      'no_effect max_retrieved_chars',
    ]);
    expect(warned({ retrievalOnly: true, maxSteps: 3, thinkingLevel: 'low' })).toStrictEqual([
      'no_effect thinking_level',
    ]);
    expect(warned({ artifactsOnly: true, maxSteps: 3 })).toStrictEqual(['no_effect max_steps']);
    expect(warned({ workflow: 'search_rag', maxSteps: 3 })).toStrictEqual(['no_effect max_steps']);
    expect(warned({ workflow: 'search_rag', maxSteps: 3, retrievalOnly: true })).toStrictEqual(['no_effect max_steps']);
  });

  it('warns of a model that has no say', () => {
    expect(warned({ model: 'lite', models: ['pro'] })).toStrictEqual(['control_overridden model']);
    expect(warned({ model: 'lite', sessionId: 'ses_1', chunksOnly: true })).toStrictEqual(['no_effect model']);
    expect(warned({ model: 'lite', chunksOnly: true })).toStrictEqual([]);
  });

  it('holds the number of returned items below its ceiling, and says so', () => {
    expect(controlsOf({ retrievalOnly: true, maxRetrieved: MAX_RETRIEVED + 1 }).maxRetrieved).toBe(MAX_RETRIEVED);
    expect(warned({ retrievalOnly: true, maxRetrieved: MAX_RETRIEVED + 1 })).toStrictEqual([
      'value_limited max_retrieved',
    ]);
  });

  it.each([
    ['search', 'search', 8],
    ['query_search', 'search', 8],
    ['query_sac', 'search', 8],
    ['search_rag', 'search_rag', 1],
    ['query_rag', 'search_rag', 1],
  ])('runs %s as %s', (name, workflow, maxSteps) => {
    expect(controlsOf({ workflow: name })).toMatchObject({ workflow, maxSteps });
  });

  it.each(['search_cc', 'query_cc', 'serch', '', 'SEARCH'])('refuses the workflow %j', (workflow) => {
    expect(refusalOf(() => controlsOf({ workflow }))).toMatchObject({
      code: 'workflow_unavailable',
      field: 'workflow',
    });
  });

  it('takes the workflow of the session when the turn names none', () => {
    const request = { ask: 'a', sessionId: 'ses_1' };
    expect(toControls(request, { ...DEFAULTS, workflow: 'search_rag' }).workflow).toBe('search_rag');
    expect(toControls({ ...request, workflow: 'search' }, { ...DEFAULTS, workflow: 'search_rag' }).workflow).toBe(
      'search',
    );
  });

  it('tells reserved names from unknown ones, and what may have been meant', () => {
    const { warnings } = controlsOf({ extensions: { where: {}, colour: 1, maxSteps: 2 } });
    expect(warnings.map(({ code, field }) => [code, field])).toStrictEqual([
      ['reserved_field', 'where'],
      ['unknown_field', 'colour'],
      ['unknown_field', 'maxSteps'],
    ]);
    expect(warnings[2]?.message).toContain('Did you mean max_steps?');
  });

  it('does not answer thousands of unknown members with as many warnings', () => {
    const extensions = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`x${index}`, 1]));
    const { warnings } = controlsOf({ extensions });
    expect(warnings).toHaveLength(21);
    expect(warnings.at(-1)?.message).toContain('4980 more');
  });
});
