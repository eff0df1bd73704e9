import { ASK, accepted, type ConformanceCase, refused } from './conformance-case.ts';

const eleven = Array.from({ length: 11 }, (_, index) => `context-${index}`);

function refusedWithout(member: string, ...expected: Parameters<typeof refused>[2]): ConformanceCase {
  const document = Object.fromEntries(Object.entries(ASK).filter(([name]) => name !== member));
  return { ...refused(`a document without ${member}`, {}, expected), input: { document } };
}

/** Values of the right type that are refused for what they are, and those that stand just on the other side. */
export const VALUE_CASES: readonly ConformanceCase[] = [
  refusedWithout('ask', 'bad_request', 'ask'),
  refusedWithout('scope', 'invalid_scope', 'scope'),
  refused('an empty ask', { ask: '' }, ['bad_request', 'ask']),
  refused('an ask of white space', { ask: ' \n\t ' }, ['bad_request', 'ask']),
  refused('an ask with NUL', { ask: 'a\0b' }, ['bad_request', 'ask']),
  refused('half a surrogate pair in an ask', { ask: 'a\uD83D' }, ['bad_request', 'ask']),
  refused('the other half in a system prompt', { system_prompt: '\uDC4Da' }, ['bad_request', 'system_prompt']),
  refused('an ask of more than 64 KiB', { ask: 'a'.repeat(65_537) }, ['payload_too_large', 'ask']),
  refused('an ask of more than 64 KiB in fewer characters', { ask: '支'.repeat(21_846) }, ['payload_too_large', 'ask']),
  refused('a system prompt of more than 64 KiB', { system_prompt: 'a'.repeat(65_537) }, [
    'payload_too_large',
    'system_prompt',
  ]),
  refused('guardrails of more than 64 KiB', { guardrails: 'a'.repeat(65_537) }, ['payload_too_large', 'guardrails']),
  accepted('an ask of 64 KiB', { ask: 'a'.repeat(65_536) }),
  accepted('an ask in any script', { ask: '支付条款？ 👩‍👩‍👧 كم؟' }),

  refused('an empty scope', { scope: [] }, ['invalid_scope', 'scope']),
  refused('a scope of eleven', { scope: eleven }, ['invalid_scope', 'scope']),
  refused('a context named twice', { scope: ['contracts', 'contracts'] }, ['invalid_scope', 'scope[1]']),
  refused('a context without a name', { scope: ['contracts', ''] }, ['invalid_scope', 'scope[1]']),
  refused('NUL in a scope', { scope: ['contracts\0'] }, ['invalid_scope', 'scope[0]']),

  refused('timeout_seconds above the ceiling', { timeout_seconds: 901 }, ['bad_request', 'timeout_seconds']),
  { ...accepted('the shortest timeout', { timeout_seconds: 1 }), mayTimeOut: true },
  accepted('the longest timeout', { timeout_seconds: 900 }),
  accepted('max_steps as large as a number is exact', { max_steps: 2 ** 53 - 1 }),
  ...['minimal', 'low', 'medium', 'high'].map((level) =>
    accepted(`thinking_level ${level}`, { thinking_level: level }),
  ),
  refused('stream and background together', { stream: true, background: true }, ['bad_request', 'background']),
  accepted('background with stream switched off', { stream: false, background: true }),
  refused('an empty list of models', { models: [] }, ['bad_request', 'models']),
  accepted('an empty list of tools', { tools: [] }),
  refused('an empty comparison group', { comparison_group: '' }, ['bad_request', 'comparison_group']),
  refused('a comparison group of 129 characters', { comparison_group: 'g'.repeat(129) }, [
    'bad_request',
    'comparison_group',
  ]),
  accepted('a comparison group of 128 characters', { comparison_group: 'g'.repeat(128) }),

  refused('an integer beyond 2^53-1 in vars', { vars: { n: 2 ** 53 } }, ['bad_request', 'vars.n']),
  refused('an integer beyond -2^53+1 in vars', { vars: { list: [1, -(2 ** 53)] } }, ['bad_request', 'vars.list[1]']),
  refused('NUL in vars', { vars: { a: { b: '\0' } } }, ['bad_request', 'vars.a.b']),
  refused('NUL in a name', { vars: { 'a\0': 1 } }, ['bad_request', 'vars.a\uFFFD']),
  refused('half a surrogate pair in an extension', { note: ['\uD800'] }, ['bad_request', 'note[0]']),
  accepted('fractions and exact integers in vars', { vars: { a: 0.1, b: 2 ** 53 - 1, c: -1e-7, d: null } }),
  accepted('names that objects have by nature', { vars: { constructor: 1, toString: 2, hasOwnProperty: 3 } }),
];
