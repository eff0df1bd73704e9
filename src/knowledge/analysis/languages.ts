import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import * as lists from 'stopword';

/** How the words of one language become terms. */
export interface WordRules {
  readonly stem: (word: string) => string;
  readonly stopWords: ReadonlySet<string>;
}

const rules = (stem: WordRules['stem'], stopWords: readonly string[]): WordRules => ({
  stem,
  stopWords: new Set(stopWords.map((word) => word.normalize('NFKC').toLowerCase())),
});
const asItStands = (word: string) => word;

/** Languages in Latin script. They share their letters, so a text must be known to be in one of them. */
export const LATIN_LANGUAGES = {
  da: rules(danish, lists.dan),
  de: rules(german, lists.deu),
  en: rules(english, [...lists.eng, ...'does no not when whom why will'.split(' ')]),
  es: rules(spanish, lists.spa),
  fi: rules(finnish, lists.fin),
  fr: rules(french, lists.fra),
  hu: rules(hungarian, lists.hun),
  it: rules(italian, lists.ita),
  nl: rules(dutch, lists.nld),
  no: rules(norwegian, lists.nob),
  pt: rules(portuguese, lists.por),
  ro: rules(romanian, lists.ron),
  sv: rules(swedish, lists.swe),
  tr: rules(turkish, lists.tur),
} as const satisfies Record<string, WordRules>;

export type Language = keyof typeof LATIN_LANGUAGES;

/** What a text in Latin script counts as when nothing says otherwise. */
export const DEFAULT_LANGUAGE: Language = 'en';

export function isLanguage(name: string): name is Language {
  return Object.hasOwn(LATIN_LANGUAGES, name);
}

/** Scripts whose letters tell how to treat the word, whatever language the text around it is in. */
const OTHER_SCRIPTS: readonly (readonly [RegExp, WordRules])[] = [
  [/^\p{Script=Cyrillic}/u, rules(russian, lists.rus)],
  [/^\p{Script=Arabic}/u, rules(arabic, lists.ara)],
  [/^\p{Script=Greek}/u, rules(greek, lists.ell)],
  [/^\p{Script=Han}/u, rules(asItStands, lists.zho)],
  [/^\p{Script=Thai}/u, rules(asItStands, lists.tha)],
];
const UNKNOWN = rules(asItStands, []);

/** The rules for one normalised word in a text of that language. */
export function rulesFor(word: string, language: Language): WordRules {
  const first = word.charCodeAt(0);
  if (first >= 0x61 && first <= 0x24f) return LATIN_LANGUAGES[language];
  if (first < 0x61) return UNKNOWN; // digits: the text was lower-cased
  return OTHER_SCRIPTS.find(([script]) => script.test(word))?.[1] ?? UNKNOWN;
}
