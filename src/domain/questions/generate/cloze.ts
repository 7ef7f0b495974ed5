import type { Proposal } from '../candidate';
import { isContentWord, wordsIn } from '../content-words';
import type { Sentence } from '../sentences';
import { type AskedDoc, isLong } from './source';
import type { TermStatistics } from '../content-words';

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
