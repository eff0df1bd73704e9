import { DEFAULT_LANGUAGE, type Language } from './languages.ts';
import { words } from './words.ts';

/** The words that a language is built with. One that several languages share counts for each in part. */
const FUNCTION_WORDS: Readonly<Record<Language, string>> = {
  da: 'og at det som en på er af for med den til ikke har et de blev eller hvad',
  de: 'der die das und ist nicht ein eine den von zu mit auf für sich dem des im auch wird wie was oder werden',
  en: 'the of and to in is that for it with as was on be by are this from which what how or not have when does who',
  es: 'el la los las de y que en es un una por con para del se no al su como qué cuál cuándo',
  fi: 'ja on ei että oli se hän ovat mutta kun myös tai joka mikä',
  fr: 'le la les des et est une un du que dans pour pas sur qui au par avec ce de quel quelle comment',
  hu: 'a az és hogy nem is egy van meg ez volt mint vagy mi',
  it: 'il di che la è e un una per del della non con sono le dei gli si nel quale come',
  nl: 'de het een van en is dat in op te voor met niet zijn aan ook wat wordt door',
  no: 'og å det som en på er av for med den til ikke har et de ble eller hva',
  pt: 'o a os as de do da que e é em um uma para não com no na por dos qual como quando',
  ro: 'și de în la a cu pe că nu este din un o pentru sau care',
  sv: 'och att det som en på är av för med den till inte har ett de eller vad',
  tr: 've bir bu için ile da olarak çok daha olan gibi ne mi',
};

const EVIDENCE = evidence();
const MAX_CHARACTERS = 8_000;

export interface GuessOptions {
  /** Consider only these. */
  readonly among?: readonly Language[];
  /** Function words that must be seen before a language is believed. */
  readonly minimum?: number;
}

/** The Latin-script language of a text by its function words, or undefined where they do not decide. */
export function tryGuessLanguage(text: string, options: GuessOptions = {}): Language | undefined {
  const scores = new Map<Language, number>();
  let seen = 0;
  for (const word of words(text.slice(0, MAX_CHARACTERS))) {
    const languages = EVIDENCE.get(word);
    if (languages === undefined) continue;
    seen += 1;
    for (const language of languages) {
      if (options.among !== undefined && !options.among.includes(language)) continue;
      scores.set(language, (scores.get(language) ?? 0) + 1 + 1 / languages.length);
    }
  }
  if (seen < (options.minimum ?? 3)) return undefined;
  const [first, second] = [...scores].toSorted((a, b) => b[1] - a[1]);
  if (first === undefined) return undefined;
  return second === undefined || first[1] > 1.15 * second[1] ? first[0] : undefined;
}

/** The language of a text, else `fallback`. */
export function guessLanguage(text: string, fallback: Language = DEFAULT_LANGUAGE): Language {
  return tryGuessLanguage(text) ?? fallback;
}

function evidence(): ReadonlyMap<string, readonly Language[]> {
  const byWord = new Map<string, Language[]>();
  for (const [language, list] of Object.entries(FUNCTION_WORDS)) {
    for (const word of list.split(' ')) byWord.set(word, [...(byWord.get(word) ?? []), language as Language]);
  }
  return byWord;
}
