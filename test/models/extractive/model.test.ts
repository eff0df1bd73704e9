import { describe, expect, it } from 'vitest';
import type { HistoryTurn } from '../../../src/engine/ports/compose.ts';
import { createExtractiveModel } from '../../../src/models/extractive/model.ts';
import { MemoryKnowledge } from '../../engine/support/memory-knowledge.ts';
import { finishTurn } from '../../engine/support/run.ts';

const SOURCES = [
  {
    path: 'contracts/acme-msa.md',
    text: [
      '# Master Services Agreement',
      '## §4 Fees',
      'Fees are stated in the order form. Acme Corp. pays each invoice within **30 days** of receipt (net 30). Late amounts bear interest of 1.5% per month.',
      '## §9 Renewal',
      'On renewal, the payment terms become 2% 10 net 30. The agreement renews for 12 months unless a party gives 60 days notice.',
      '## §12 General',
      'Governing law: Delaware\nNotice address: 12 Harbor Street, Boston',
    ].join('\n\n'),
  },
  {
    path: 'finance/q3.md',
    text: '# Q3 results\n\n| Target | Q3 revenue | Growth |\n|---|---|---|\n| Vantage | $4.2M | 12% |\n| Orbital | $1.9M | 3% |',
  },
  {
    path: 'hr/handbook.md',
    text: '# Handbook\n\nEmployees take 28 days of leave a year. Remote work is allowed on Fridays.',
  },
  { path: 'it/setup.md', text: '# Laptops\n\nNew laptops are ordered from the service desk. Delivery takes a week.' },
];

async function ask(question: string, history: readonly HistoryTurn[] = []) {
  const retriever = new MemoryKnowledge(SOURCES);
  return finishTurn({ retriever, ask: question, history, models: [createExtractiveModel()] });
}

describe('The extractive model', () => {
  it.each([
    ['When does Acme pay an invoice?', /30 days/, 'contracts/acme-msa.md'],
    ['Which law governs the agreement?', /Delaware/, 'contracts/acme-msa.md'],
    ['What was the Q3 revenue of Vantage?', /\$4\.2M/, 'finance/q3.md'],
    ['How many days of leave do employees take?', /28 days/, 'hr/handbook.md'],
  ])('answers with what the sources say: %s', async (question, answer, source) => {
    const { text, terminal } = await ask(question);
    expect(text).toMatch(answer);
    expect(terminal.result.citations[0]?.source).toBe(source);
  });

  it.each([
    'Who won the World Cup in 1998?',
    'What is the boiling point of mercury?',
    'How many days of leave do Globex pilots take in Norway?',
  ])('says that nothing supports an answer, and cites nothing: %s', async (question) => {
    const { text, terminal } = await ask(question);
    expect(text).toBe('Nothing in docs supports an answer to this question.');
    expect(terminal).toMatchObject({ type: 'response.completed', result: { citations: [] } });
  });

  it('cites spans that stand in the source, marks and all, and shows them without marks', async () => {
    const { text, terminal } = await ask('When does Acme pay an invoice?');
    const [citation] = terminal.result.citations;
    expect(citation?.grounding).toContain('**30 days**');
    expect(SOURCES[0]?.text).toContain(citation?.grounding);
    expect(text).not.toContain('**');
    expect(citation).toMatchObject({ sectionPath: 'Master Services Agreement › §4 Fees', kind: 'chunk' });
  });

  it('answers a follow-up in the light of the turn before it', async () => {
    const history = [{ queryId: 'qry_1', ask: "What are Acme's payment terms?", answer: 'Net 30.' }];
    expect((await ask('And on renewal?', history)).text).toMatch(/2% 10 net 30/);
  });

  it('sets sources or rows side by side when asked to compare', async () => {
    const { text } = await ask('Compare Q3 revenue of Vantage and Orbital.');
    expect(text).toMatch(/\$4\.2M/);
    expect(text).toMatch(/\$1\.9M/);
  });

  it('streams several deltas and says the same each time', async () => {
    const [one, other] = [await ask('When does Acme pay an invoice?'), await ask('When does Acme pay an invoice?')];
    expect(one.events).toEqual(other.events);
    expect(one.events.filter(({ type }) => type === 'response.output_text.delta').length).toBeGreaterThan(2);
  });

  it('counts what it read and wrote', async () => {
    const { terminal } = await ask('When does Acme pay an invoice?');
    const { inputTokens, outputTokens, totalTokens, costUsd } = terminal.result.usage;
    expect(inputTokens).toBeGreaterThan(outputTokens);
    expect(outputTokens).toBeGreaterThan(5);
    expect(totalTokens).toBe(inputTokens + outputTokens);
    expect(costUsd).toBeNull();
  });

  it('reads more at a higher thinking level', async () => {
    const retriever = new MemoryKnowledge(
      Array.from({ length: 30 }, (_, at) => ({
        path: `${at}.md`,
        text: `Invoice rule ${at}: pay invoice number ${at} soon.`,
      })),
    );
    const tokens = async (thinkingLevel: 'minimal' | 'high') => {
      const { terminal } = await finishTurn({
        retriever,
        ask: 'Which invoice rule applies?',
        controls: { thinkingLevel },
        models: [createExtractiveModel()],
      });
      return terminal.result.usage.inputTokens;
    };
    expect(await tokens('high')).toBeGreaterThan(2 * (await tokens('minimal')));
  });
});
