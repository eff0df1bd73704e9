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
  /** Different function words of a language that must be seen before it is believed. */
  readonly minimum?: number;
}

/**
 * The Latin-script language of a text by its function words, or undefined where they do not decide. Different words
 * count for more than repeated ones: a text about Los Angeles is not in Spanish.
 */
export function tryGuessLanguage(text: string, { among, minimum = 3 }: GuessOptions = {}): Language | undefined {
  const counts = new Map<string, number>();
  for (const word of words(text.slice(0, MAX_CHARACTERS))) {
    if (EVIDENCE.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const found = new Map<Language, { score: number; different: number }>();
  for (const [word, count] of counts) {
    const languages = EVIDENCE.get(word) ?? [];
    for (const language of languages) {
      if (among !== undefined && !among.includes(language)) continue;
      const { score, different } = found.get(language) ?? { score: 0, different: 0 };
      const weight = (1 + Math.log2(count)) * (1 + 1 / languages.length);
      found.set(language, { score: score + weight, different: different + 1 });
    }
  }
  const [first, second] = [...found].toSorted((a, b) => b[1].score - a[1].score);
  if (first === undefined || first[1].different < minimum) return undefined;
  return second === undefined || first[1].score > 1.15 * second[1].score ? first[0] : undefined;
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
