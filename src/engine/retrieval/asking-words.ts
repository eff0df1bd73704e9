/**
 * Words that ask and link and do not describe, by language; those that point at the moment of asking ("current") among
 * them: few sources say of themselves that they are in force. The index has stop words of its own, but a scope of
 * several languages has no way to tell which of them a single word belongs to, and to no index "compare" is one.
 */
const LISTS = {
  en:
    'a an the of in on at to for from by with and or is are was were be been do does did has have had can could will would ' +
    'shall should may might must who whom whose what which when where why how much many long often there that this these ' +
    'those it its i me we us you my our your their his her please tell show list find give explain describe compare ' +
    'summarize summarise identify name across between about as than if any some into over under also now today current ' +
    'currently latest',
  de:
    'der die das den dem des ein eine einer eines einem einen und oder in im am an auf aus bei von vom zu zum zur für mit ' +
    'nach über unter ist sind war waren wird werden wurde wurden hat haben hatte hatten kann können wer wen wem wessen was ' +
    'wann wo wohin woher warum weshalb wie viel viele lange oft welche welcher welches welchem welchen es er sie sich dieser ' +
    'diese dieses seiner seine ihre ihr als ab nicht auch bitte nenne vergleiche',
  fr:
    'le la les un une des du de et ou à au aux en dans sur pour par avec est sont était ont a qui que quoi quel quelle quels ' +
    'quelles quand où pourquoi comment combien il elle ils se ce cette ces son sa ses leur été plus',
  es:
    'el la los las un una unos unas de del y o en a al por para con es son fue era han ha quién quiénes qué cuál cuáles cuándo ' +
    'dónde cómo cuánto cuántos cuánta cuántas se su sus lo le que como más este esta',
  ru:
    'и в во на с со к по из за от о об для что кто кого кому когда где куда откуда почему зачем как какой какая какое какие ' +
    'каком каких сколько чей это этот эта был была было были есть он она они его её их не у',
} as const;

type AskingLanguage = keyof typeof LISTS;

const WORDS = new Map(
  Object.entries(LISTS).map(([language, words]) => [language as AskingLanguage, new Set(words.split(' '))]),
);

export interface AskingWords {
  readonly language: AskingLanguage;
  has(word: string): boolean;
}

/** The asking words of the language that the words seem to be of: the one that has most of them, else English. */
export function askingWordsFor(words: readonly string[]): AskingWords {
  const lower = words.map((word) => word.toLowerCase());
  let best: AskingLanguage = 'en';
  let most = 0;
  for (const [language, list] of WORDS) {
    const count = lower.filter((word) => list.has(word)).length;
    if (count > most) [best, most] = [language, count];
  }
  const list = WORDS.get(best);
  return { language: best, has: (word) => list?.has(word.toLowerCase()) ?? false };
}
