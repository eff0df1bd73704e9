/**
 * Holds every response of the JSON binding that any test receives against `docs/openapi.yaml` (and errors against the
 * canonical schema as well): what is not described fails the test that met it. Loaded before each test file.
 */
const HELD = Symbol.for('responses are held against the description');

/** Files that share a process share its globals: one that came before has done this already. */
if (!(HELD in globalThis.fetch)) globalThis.fetch = heldAgainstTheDescription(globalThis.fetch);

function heldAgainstTheDescription(send: typeof fetch): typeof fetch {
  const held: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const response = await send(input, init);
    const { hostname, pathname } = new URL(request.url);
    if (hostname === '127.0.0.1' && pathname.startsWith('/api/') && request.method !== 'OPTIONS') {
      const faults = await faultsOfExchange(request.method, pathname, response);
      if (faults.length > 0) {
        throw new Error(
          `${request.method} ${pathname} answered ${response.status} as not described:\n${faults.join('\n')}`,
        );
      }
    }
    return response;
  };
  return Object.assign(held, { [HELD]: true });
}

async function faultsOfExchange(method: string, pathname: string, response: Response): Promise<readonly string[]> {
  // Most files never meet such a response; they need not load the description.
  const { faultsOf, faultsOfResponse, operationOf } = await import('./wire-contract.ts');
  const operation = operationOf(method === 'HEAD' ? 'GET' : method, pathname);
  if (method === 'HEAD') return [];
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const envelope =
    response.ok || !isJson ? [] : faultsOf(await response.clone().json(), 'canonical', '/$defs/ErrorEnvelope');
  // Nothing is described at an address, or for a method, that does not exist: an error with its envelope must do.
  const described =
    operation === undefined
      ? response.ok
        ? ['nothing is described here']
        : []
      : await faultsOfResponse(operation, response);
  return [...described, ...envelope];
}
