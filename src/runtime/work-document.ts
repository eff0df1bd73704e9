import { outputText } from '../engine/fold.ts';
import { queryIdOfWork } from '../engine/work-origins.ts';
import type { Citation, Query } from '../knowql/query.ts';

/** A turn as a document of a work context. */
export interface WorkDocument {
  /** `ses_…/qry_….md`: recording a turn again replaces what was recorded of it. */
  readonly path: string;
  /**
   * Markdown: the ask as the title, the answer under it, then what it rests on. Not the steps: they repeat the ask, and
   * would be the best match for it. The citation names them.
   */
  readonly text: string;
}

/** Null for a turn that has nothing to record: it was not completed, or it answered with retrieved material only. */
export function toWorkDocument(query: Query): WorkDocument | null {
  const answer = answerOf(query);
  if (query.status !== 'completed' || answer === '') return null;
  const path = `${query.sessionId}/${query.id}.md`;
  if (queryIdOfWork(path) !== query.id) throw new RangeError(`no work can be recorded under ${path}`);
  const ask = query.input.map(({ content }) => content).join('\n');
  const parts = [
    `# ${oneLine(ask)}`,
    ...(ask.includes('\n') ? [ask] : []),
    answer,
    ...section('Sources', query.citations.map(citationLine)),
  ];
  return { path, text: `${parts.join('\n\n')}\n` };
}

function answerOf({ output, outputJson, synthesis }: Query): string {
  const text = outputText({ output });
  if (text !== '' || outputJson === null || synthesis == null) return text;
  return `\`\`\`json\n${JSON.stringify(outputJson, null, 2)}\n\`\`\``;
}

function citationLine(citation: Citation): string {
  const { source, sectionPath, grounding } = citation;
  const place = sectionPath === undefined ? source : `${source}, ${sectionPath}`;
  return grounding === undefined ? `- ${oneLine(place)}` : `- ${oneLine(place)}: “${oneLine(grounding)}”`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}`, lines.join('\n')];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
