import { openDatabase } from '../../../src/store/database.ts';
import { openTestGateway } from '../../support/gateway.ts';
import { PromptedModel } from './prompted-model.ts';
import { VIGILANT } from './vigilant.ts';

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
