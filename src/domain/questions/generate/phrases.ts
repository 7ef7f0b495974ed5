import type { Proposal, QuestionLanguage } from '../candidate';
import type { Word } from '../content-words';
import type { Sentence } from '../sentences';
import { phraseRuns } from './phrase-runs';
import { type AskedDoc, inSentence, isLong } from './source';
import type { TermStatistics } from '../content-words';

/** Times that a phrase must stand in a document: in Chinese, what stands once is mostly no name but a piece of a clause. */
const MIN_WORDS: Readonly<Record<QuestionLanguage, number>> = { en: 1, zh: 2, ja: 1 };
/** Phrases asked about in one document, before a choice is made. */
const MAX_OF_DOC = 6;
/** What is said about a phrase must stand close together, to be one place. */
const WIDEST = { latin: 900, cjk: 450 };

/** A phrase that is asked about, and how it is searched in other documents. */
export interface PhraseProposal extends Proposal {
  /** In lower case. */
  readonly phrase: string;
}

/**
 * Questions about a document's most telling phrases: runs of content words (RAKE: Rose et al., “Automatic keyword
 * extraction from individual documents”, 2010), valued by mean idf and frequency in the document. The place spans the
 * first to the last sentence with the phrase; phrases spread over a document are skipped. The caller checks other
 * documents for the phrase.
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
    .filter(({ count }) => count >= MIN_WORDS[language])
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
  /** The first and the last sentence that has it. */
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

/** Whether a phrase stands outside a place too, as in a heading. */
const isOutside = (text: string, phrase: string, start: number, end: number): boolean =>
  text.slice(0, start).includes(phrase) || text.slice(end).includes(phrase);

const valueOf = (words: readonly Word[], count: number, terms: TermStatistics): number =>
  (words.reduce((sum, { text }) => sum + terms.idf(text), 0) / words.length) * Math.log2(1 + count);

const asked: Readonly<Record<QuestionLanguage, (phrase: string) => string>> = {
  en: (phrase) => `What is known about ${phrase}?`,
  zh: (phrase) => `关于${phrase}有哪些信息？`,
  ja: (phrase) => `${phrase}について何が分かりますか？`,
};
