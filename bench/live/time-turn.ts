const RUN =
  'mutation { runQuery(input: { ask: "Time the words of the notes", scope: ["notes"], stream: true }) { id } }';
const FOLLOW =
  'subscription ($id: ID!) { queryEvents(queryId: $id) { seq type ... on OutputTextDeltaEvent { delta } } }';

function post(port: number, accept: string, body: object): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify(body),
  });
}

/** Runs a turn as a front end does, by `runQuery` and then `queryEvents`: when its first delta came, and its end. */
export async function timeTurn(port: number): Promise<{ readonly firstDeltaMs: number; readonly wholeTurnMs: number }> {
  const began = performance.now();
  const { data } = (await (await post(port, 'application/json', { query: RUN })).json()) as {
    data: { runQuery: { id: string } };
  };
  const response = await post(port, 'text/event-stream', { query: FOLLOW, variables: { id: data.runQuery.id } });
  if (response.body === null) throw new Error(`the subscription was answered ${response.status}`);
  let firstDeltaMs: number | undefined;
  let text = '';
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (text.includes('"delta"')) firstDeltaMs ??= performance.now() - began;
  }
  if (firstDeltaMs === undefined) throw new Error(`a turn without a delta: ${text}`);
  return { firstDeltaMs, wholeTurnMs: performance.now() - began };
}
