import { parseArgs } from 'node:util';
import { answersFromPassages } from './answers-from-passages.ts';
import { FakeGemini } from './fake-gemini.ts';
import { FAULTS, type FaultName } from './faults.ts';

// The fake service in a process of its own, for gateways that run in others. Run as:
// serve.ts [--port 0] [--ms-per-word 0] [--fault name] [--api-key key]
// It prints its address, answers out of the prompt's passages, and tells at GET /calls what it was asked.
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'ms-per-word': { type: 'string', default: '0' },
    fault: { type: 'string' },
    'api-key': { type: 'string' },
  },
});
const { fault, port } = values;
if (fault !== undefined && !Object.hasOwn(FAULTS, fault)) throw new Error(`no fault is called ${fault}`);
const apiKey = values['api-key'];

const service = await FakeGemini.start({
  port: Number(port),
  generation:
    fault === undefined
      ? answersFromPassages({ msPerFrame: Number(values['ms-per-word']) })
      : FAULTS[fault as FaultName],
  ...(apiKey === undefined ? {} : { apiKey }),
});
process.stdout.write(`${service.url}\n`);
process.once('SIGTERM', () => void service[Symbol.asyncDispose]());
