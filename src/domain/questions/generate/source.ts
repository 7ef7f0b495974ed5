import { baseName } from '../../../base/paths';
import { CJK_LETTER as CJK } from '../../text/cjk';
import type { Doc } from '../../../base/types';
import type { QuestionLanguage, Proposal } from '../candidate';
import { proseSentences, type Sentence } from '../sentences';
import { isContentWord, wordsIn, type TermStatistics } from '../content-words';

export interface AskedDoc {
  readonly doc: Doc;
  readonly language: QuestionLanguage;
  readonly sentences: readonly Sentence[];
}

/** Its sentences are found when they are first asked for. */
export function askedDoc(doc: Doc, language: QuestionLanguage): AskedDoc {
  let sentences: readonly Sentence[] | undefined;
  return {
    doc,
    language,
    get sentences() {
      return (sentences ??= proseSentences(doc.text));
    },
  };
}

/** A sentence-initial term as within a sentence: decapitalised where the document has its first word so elsewhere. */
export function inSentence(term: string, { text }: Doc): string {
  const [first = ''] = term.split(/[\s-]/);
  if (!/^\p{Lu}\p{Ll}+$/u.test(first)) return term;
  const small = first.toLowerCase();
  return new RegExp(String.raw`(?<!\p{L})${small}(?!\p{L})`, 'u').test(text) ? small + term.slice(first.length) : term;
}

/** A first heading that stands later than this is no title. */
const TITLE_UNITS = 300;

/**
 * The title, or the level-1 heading that the document begins with; null where neither exists or the title is its file
 * name.
 */
export function titleOf({ id, title, outline }: Doc): string | null {
  const first = outline?.headings[0];
  const given = title.trim() || (first && first.level === 1 && first.start < TITLE_UNITS ? first.text.trim() : '');
  const isFileName = given === id || given === baseName(id) || /^[^\s]+\.\w{1,5}$/.test(given) || /_/.test(given);
  return given === '' || isFileName ? null : given;
}

/** Latin letters carry half as much as characters of Chinese and Japanese: lengths are given for both. */
export const isLong = (text: string, { latin, cjk }: { latin: number; cjk: number }): boolean =>
  text.length >= (CJK.test(text) ? cjk : latin);

export const BLANK = '____';

const SHORTEST = { latin: 50, cjk: 20 };
const LONGEST = { latin: 260, cjk: 120 };
/** Other content words that a sentence needs, to tell which one is meant. */
const OTHER_WORDS = 3;
/** Sentences of one document, before a choice is made. */
const MAX_OF_DOC = 6;

/** A whole sentence with its most informative word, by idf, left out; the word is the answer, the sentence the place. */
export function clozeQuestions({ doc, language, sentences }: AskedDoc, terms: TermStatistics): Proposal[] {
  return sentences
    .filter(({ text, isWhole }) => isWhole && isLong(text, SHORTEST) && !isLong(text, LONGEST))
    .flatMap((sentence): Proposal[] => {
      const blanked = blank(sentence, terms);
      if (!blanked) return [];
      const place = { doc: doc.id, start: sentence.start, end: sentence.end };
      return [{ ...blanked, origin: 'cloze', language, place }];
    })
    .sort((a, b) => b.value - a.value || a.place.start - b.place.start)
    .slice(0, MAX_OF_DOC);
}

/** @returns null where no word can be left out: all are common, or the one stands twice, and would give itself away */
function blank({ text }: Sentence, terms: TermStatistics): { text: string; answer: string; value: number } | null {
  const words = wordsIn(text).filter((word) => isContentWord(word.text));
  const once = words.filter(({ text: word }) => words.filter((other) => other.text === word).length === 1);
  if (once.length <= OTHER_WORDS) return null;
  const best = once.reduce((a, b) => (terms.idf(b.text) > terms.idf(a.text) ? b : a));
  const others = words.filter((word) => word !== best);
  return {
    text: text.slice(0, best.start) + BLANK + text.slice(best.end),
    answer: text.slice(best.start, best.end),
    value: others.reduce((sum, { text: word }) => sum + terms.idf(word), 0) / others.length,
  };
}
