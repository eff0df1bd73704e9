import { faultsOf } from './wire-contract.ts';

/** One server-sent event as it came over the wire; a comment has only its text. */
export interface SseFrame {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
  readonly comment?: string;
}

/** Frames of an event stream, comments and heartbeats included. Ends with the body; throws when the body is cut. */
export async function* readFrames(response: Response): AsyncGenerator<SseFrame> {
  if (response.body === null) return;
  let rest = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) yield toFrame(block);
  }
}

/** Frames that carry an event. */
export async function* readEvents(response: Response): AsyncGenerator<SseFrame & { readonly event: string }> {
  for await (const frame of readFrames(response)) {
    const { event } = frame;
    if (event === undefined || event === 'heartbeat') continue;
    const faults = faultsOfFrame(event, frame.data ?? '');
    if (faults.length > 0)
      throw new Error(`a frame "${event}" is not as described: ${faults.join('; ')}\n${frame.data}`);
    yield { ...frame, event };
  }
}

/** Events and turns are documents of the canonical contract, also when they come as frames. */
function faultsOfFrame(event: string, data: string): readonly string[] {
  if (event.startsWith('response.')) return faultsOf(JSON.parse(data), 'canonical', '/$defs/QueryEvent');
  if (event === 'query') return faultsOf(JSON.parse(data), 'canonical', '/$defs/ResponseDocument');
  return [];
}

function toFrame(block: string): SseFrame {
  const fields: Record<string, string> = {};
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    const key = name === '' ? 'comment' : name;
    fields[key] = fields[key] === undefined ? value : `${fields[key]}\n${value}`;
  }
  return fields;
}
