import type { QuestionLanguage, Proposal } from '../candidate';
import { isContentWord, type Word, wordsIn, type TermStatistics } from '../content-words';
import type { Sentence } from '../sentences';
import { type AskedDoc, inSentence, isLong } from './headings';

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

/** Runs of content words that may name a thing: a guess by surrounding words and endings. */
function phraseRuns(text: string, language: QuestionLanguage): Word[][] {
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
const withoutEnd = (run: readonly Word[]) => run.slice(0, run.findLastIndex(({ text }) => !NO_END.test(text)) + 1);

/** Times that a phrase must stand in a document: in Chinese, what stands once is mostly no name but a piece of a clause. */
const LEAST_COUNT: Readonly<Record<QuestionLanguage, number>> = { en: 1, zh: 2, ja: 1 };
/** Phrases asked about in one document, before a choice is made. */
const MAX_OF_DOC = 6;
/** What is said about a phrase must stand close together, to be one place. */
const WIDEST = { latin: 900, cjk: 450 };

export interface PhraseProposal extends Proposal {
  readonly phrase: string;
}

/**
 * Questions about runs of content words (RAKE: Rose et al., “Automatic keyword extraction from individual documents”,
 * 2010), by mean idf and frequency in the document. The place spans all sentences with the phrase; phrases spread over
 * a document are skipped. The caller checks other documents for the phrase.
 */
export function phraseQuestions({ doc, language, sentences }: AskedDoc, terms: TermStatistics): PhraseProposal[] {
  const found = new Map<string, Omit<Found, 'phrase'>>();
  for (const sentence of sentences) {
    if (!sentence.isWhole) continue;
    for (const words of phraseRuns(sentence.text, language)) {
      const written = sentence.text.slice(words[0]!.start, words.at(-1)!.end);
      const key = written.toLowerCase();
      const known = found.get(key);
      if (known) Object.assign(known, { last: sentence, count: known.count + 1 });
      else found.set(key, { written, words, first: sentence, last: sentence, count: 1 });
    }
  }
  const valued = [...found].map(([phrase, each]) => ({
    phrase,
    ...each,
    value: valueOf(each.words, each.count, terms),
  }));
  const ordered = valued
    .filter(({ count }) => count >= LEAST_COUNT[language])
    .sort((a, b) => b.value - a.value || a.first.start - b.first.start);
  return closeTogether(doc.text, ordered).map(({ phrase, written, first, last, value }) => ({
    text: asked[language](inSentence(written, doc)),
    origin: 'phrase',
    language,
    place: { doc: doc.id, start: first.start, end: last.end },
    value,
    phrase,
  }));
}

interface Found {
  readonly phrase: string;
  readonly written: string;
  readonly words: readonly Word[];
  readonly first: Sentence;
  readonly last: Sentence;
  readonly count: number;
}

/** The first few phrases that stand in one place alone. To know that the text is read, so no more are looked at. */
function closeTogether<T extends Found>(text: string, phrases: readonly T[]): T[] {
  const lower = text.toLowerCase();
  const kept: T[] = [];
  for (const each of phrases) {
    if (kept.length === MAX_OF_DOC) break;
    const { phrase, first, last } = each;
    if (last.end - first.start >= WIDEST.latin || isLong(text.slice(first.start, last.end), WIDEST)) continue;
    if (!isOutside(lower, phrase, first.start, last.end)) kept.push(each);
  }
  return kept;
}

const isOutside = (text: string, phrase: string, start: number, end: number): boolean =>
  text.slice(0, start).includes(phrase) || text.slice(end).includes(phrase);

const valueOf = (words: readonly Word[], count: number, terms: TermStatistics): number =>
  (words.reduce((sum, { text }) => sum + terms.idf(text), 0) / words.length) * Math.log2(1 + count);

const asked: Readonly<Record<QuestionLanguage, (phrase: string) => string>> = {
  en: (phrase) => `What is known about ${phrase}?`,
  zh: (phrase) => `关于${phrase}有哪些信息？`,
  ja: (phrase) => `${phrase}について何が分かりますか？`,
};
