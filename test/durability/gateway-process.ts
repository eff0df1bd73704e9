import { openDatabase } from '../../src/store/database.ts';
import { openTestGateway } from '../support/gateway.ts';
import { PromptedModel } from './support/prompted-model.ts';
import { VIGILANT } from './support/vigilant.ts';

// A gateway in a process of its own, whose model never comes to an end. Run as:
// gateway-process.ts <database url> <directory>
const [url = '', directory = ''] = process.argv.slice(2);
const gateway = await openTestGateway({
  db: await openDatabase({ url }),
  directory,
  models: new PromptedModel().catalog(),
  vigilance: VIGILANT,
});
process.stdout.write(`${gateway.url}\n`);
