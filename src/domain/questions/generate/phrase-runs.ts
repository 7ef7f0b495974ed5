import type { QuestionLanguage } from '../candidate';
import { isContentWord, type Word, wordsIn } from '../content-words';

const MIN_WORDS = 2;
/** In Chinese, where no ending tells a verb from a noun, longer runs are mostly clauses. */
const MAX_WORDS: Readonly<Record<QuestionLanguage, number>> = { en: 4, zh: 2, ja: 3 };

/** Words that no name of a thing has: numbers, adverbs, and what has an ending of Chinese or Japanese verbs. */
const NOT_IN =
  /^[\d一二三四五六七八九十两几数]|ly$|[\p{Script=Hiragana}了着过]|[有是在]|^(?:now|last|next|first|whoever|whatever|whenever|wherever)$|^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\w+)?|hundred|thousand)$/u;
/** Within a run these are verbs more often than not: “trains carried geese”. At its beginning: “painted glass”. */
const ENDS_RUN = /.{3}ed$/u;
/** Words that a name of a thing does not end in: most verbs, adverbs and adjectives. */
const NO_END = /(?:ed|ly|ous|ful|ible|able|ive|less)$|.{3}ing$/u;

const DETERMINER = /^\s+(?:an?|the|its|his|her|their|our|your|no|that|this|these|those|it|them|him|us)(?!\p{L})/iu;
const BEFORE_NOUNS =
  /(?:^|[^\p{L}\s]|(?<!\p{L})(?:an?|the|of|in|on|at|by|for|with|from|into|and|or|no|its|their|his|her|our|your|any|each|every|all|this|these|those|as|per|through|between|under|over|without|than))\s*$/iu;

/**
 * Runs of content words that may name a thing: with nothing but a blank or a hyphen between, or nothing in Chinese and
 * Japanese. Without parts of speech this is a guess; in English it goes by the words around a run and by endings.
 */
export function phraseRuns(text: string, language: QuestionLanguage): Word[][] {
  const runs: Word[][] = [];
  let run: Word[] = [];
  const end = (next: Word[]): void => {
    runs.push(run);
    run = next;
  };
  for (const word of wordsIn(text)) {
    const last = run.at(-1);
    const joined = last !== undefined && /^[ -]?$/.test(text.slice(last.end, word.start));
    if (!isContentWord(word.text) || NOT_IN.test(word.text)) end([]);
    else if (!joined) end([word]);
    else if (ENDS_RUN.test(word.text)) end([]);
    else run.push(word);
  }
  end([]);
  const named =
    language === 'en' ? runs.filter((own) => startsName(text, own)).map((own) => withoutVerb(text, own)) : runs;
  return named.map(withoutEnd).filter(({ length }) => length >= MIN_WORDS && length <= MAX_WORDS[language]);
}

/** Longer than any of the words looked for before a run, which are looked for from every place of what is before it. */
const LONGEST_BEFORE = 16;

/** Whether a noun may follow: at a sentence's beginning, behind a comma, an article, a preposition; not behind “which” or “will”. */
const startsName = (text: string, [first]: readonly Word[]): boolean =>
  first !== undefined && BEFORE_NOUNS.test(text.slice(Math.max(0, first.start - LONGEST_BEFORE), first.start));

/** What stands right before an article is hardly a noun: “the founder wrote their stories”. */
const withoutVerb = (text: string, run: readonly Word[]): readonly Word[] =>
  DETERMINER.test(text.slice(run.at(-1)!.end)) ? run.slice(0, -1) : run;

/** “Mongol armies advancing” is about the armies. */
const withoutEnd = (run: readonly Word[]): Word[] =>
  run.slice(0, run.findLastIndex(({ text }) => !NO_END.test(text)) + 1);
