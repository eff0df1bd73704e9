/** What a question asks for, as far as its words tell. */
export type AnswerType = 'person' | 'time' | 'number' | 'money' | 'percent' | 'duration' | 'place' | 'reason' | 'other';

/** In order: the first that matches decides. */
const CUES: readonly (readonly [AnswerType, RegExp])[] = [
  [
    'percent',
    /\b(?:what|which) (?:percent|percentage|share|proportion)|\bhow many percent|\bpercent(?:age)? of\b|\bdiscount\b.*\bhow (?:much|high)|百分/iu,
  ],
  [
    'money',
    /\bhow much (?:money|does|do|did|is|was|are|were|will|would)\b.*\b(?:cost|pay|paid|charge|worth|spend|spent|earn|price|fee|fees|sell|sold|make|made)\b|\b(?:what|which)\b.{0,40}\b(?:price|fee|fees|cost|costs|revenue|revenues|salary|budget|amount|income|penalty)\b/iu,
  ],
  [
    'duration',
    /\bhow long\b|\bhow many (?:years|months|weeks|days|hours|minutes|seconds)\b|\b(?:what|which)\b.{0,30}\b(?:duration|period|length of time)\b|多长时间|wie lange|combien de temps/iu,
  ],
  [
    'time',
    /\bwhen\b|\b(?:what|which|in what|on what|on which|in which) (?:year|date|day|month|century|decade|season|time|era)\b|\bdate of\b|\bdeadline\b|\b(?:wann|quand|cuándo|когда)\b|何时|什么时候|哪一年|เมื่อไหร่|เมื่อใด|متى/iu,
  ],
  [
    'number',
    /\bhow (?:many|much|old|big|large|far|tall|high|deep|fast|often|wide|heavy|hot|cold)\b|\b(?:what|which)\b.{0,30}\b(?:number|amount|population|size|rate|score|temperature|distance|height|area|value|limit|maximum|minimum|total)\b|\b(?:wie viele?|combien|cuánt[oa]s?|сколько)\b|多少|几|กี่|เท่าไหร่|كم/iu,
  ],
  [
    'person',
    /\b(?:who|whom|whose)\b|\b(?:what|which) (?:\w+ )?(?:person|player|president|king|queen|author|scientist|coach|leader|company|party|parties|organi[sz]ation|team|group|singer|architect|engineer|actor|director)\b|\b(?:wer|wem|wen|qui|quién|кто)\b|谁|哪位|ใคร|من هو/iu,
  ],
  [
    'place',
    /\bwhere\b|\b(?:what|which|in what|in which) (?:\w+ )?(?:city|country|state|place|location|region|continent|island|river|town|county|province|area)\b|\b(?:wo|woher|où|dónde|где)\b|哪里|在哪|ที่ไหน|أين/iu,
  ],
  [
    'reason',
    /\bwhy\b|\bwhat (?:caused?|causes|reason|led to)\b|\b(?:warum|weshalb|pourquoi|por qué|почему)\b|为什么|ทำไม|لماذا/iu,
  ],
];

export function answerTypeOf(ask: string): AnswerType {
  return CUES.find(([, cue]) => cue.test(ask))?.[0] ?? 'other';
}

const MONTH = 'january|february|march|april|may|june|july|august|september|october|november|december';
const NUMBER_WORD =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|' +
  'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|dozen|half|third|quarter|single|once|twice|no|none|zero';
const NUMBER = new RegExp(`\\p{N}|\\b(?:${NUMBER_WORD})\\b|[一二三四五六七八九十百千万亿]`, 'iu');

/** What text looks like that holds an answer of the type. Names are told by capitals, so only where a script has them. */
const SIGNS: Readonly<Record<AnswerType, RegExp | null>> = {
  person: /(?<=\S\s+["“'(]?)\p{Lu}\p{L}+|^\p{Lu}[\p{L}.'’-]+\s+\p{Lu}\p{L}+/u,
  time: new RegExp(
    `\\b(?:1\\d|20)\\d\\d\\b|\\b(?:${MONTH})\\b|\\b\\d{1,2}[/.-]\\d{1,2}[/.-]\\d{2,4}\\b|\\b\\d{1,2}(?:st|nd|rd|th)\\b|\\bcentury\\b|\\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\\b|\\d{2,4}\\s?年|\\b(?:spring|summer|autumn|winter|during|until|after|before|within)\\b`,
    'iu',
  ),
  number: NUMBER,
  money:
    /[$€£¥₩₹]|\b(?:USD|EUR|GBP|JPY|CHF|CNY|dollars?|euros?|pounds?|cents?|yen|yuan)\b|\b\d[\d.,]*\s?(?:million|billion|k|m|bn)\b|元|円/iu,
  percent: /%|\bper ?cent\b|\bpercentage\b|\bthirds?\b|\bquarters?\b|\bhalf\b|百分之/iu,
  duration: new RegExp(
    `(?:\\p{N}|\\b(?:${NUMBER_WORD}|an?|several|few)\\b)[\\s-]*(?:\\(\\d+\\)[\\s-]*)?(?:calendar |business |full |more )*(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|decades?|centur(?:y|ies))\\b|\\p{N}+\\s?(?:年|个?月|天|小时|分钟)|\\bperpetual|\\bindefinite|\\buntil\\b`,
    'iu',
  ),
  place:
    /\b(?:in|at|from|near|to|of|on|around|between|across|through)\s+(?:the\s+)?(?:\p{Ll}+\s+)?\p{Lu}\p{L}+|\p{Lu}\p{L}+,\s+\p{Lu}\p{L}+/u,
  reason:
    /\b(?:because|since|due to|so that|in order to|as a result|therefore|caused?|causes|reasons?|led to|owing|thus|allows?|weil|parce que|потому)\b|因为|由于|เพราะ/iu,
  other: null,
};

/** Whether the text holds something of the type that the question does not say itself. Null where no sign is known. */
export function holdsAnswerOf(type: AnswerType, text: string, ask: string): boolean | null {
  const sign = SIGNS[type];
  if (sign === null) return null;
  const asked = ask.toLowerCase();
  const everywhere = new RegExp(sign.source, `${sign.flags}g`);
  for (const { 0: found } of text.matchAll(everywhere)) {
    if (type === 'reason' || !asked.includes(found.trim().toLowerCase()) || /^\p{N}$/u.test(found)) return true;
  }
  return false;
}
