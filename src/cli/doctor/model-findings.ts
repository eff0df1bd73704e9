import type { Config } from '../../config.ts';
import type { Finding } from './findings.ts';

/** Which models compose answers, and whether the catalogue can be read. */
export async function modelFinding({ modelsFile, geminiApiKey }: Config): Promise<Finding> {
  if (modelsFile !== undefined) {
    // Most runs of the program have no catalogue to judge, and need not load what judges it.
    const { CatalogFault, readCatalog } = await import('../../models/read-catalog.ts');
    try {
      readCatalog(modelsFile);
    } catch (error) {
      if (!(error instanceof CatalogFault)) throw error;
      return { kind: 'problem', text: `KNOWQL_MODELS ${error.message}`, remedy: 'Correct the file, or unset it.' };
    }
  }
  if (geminiApiKey !== undefined)
    return { kind: 'ok', text: 'Models: Gemini composes, with the key in GEMINI_API_KEY' };
  return {
    kind: 'note',
    text: "Models: answers are the sources' own sentences (local/extractive)",
    remedy: 'Set GEMINI_API_KEY to have them composed.',
  };
}
