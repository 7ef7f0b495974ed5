/** A term that stands beside, or for, a term of a question. */
export interface Replacement {
  readonly term: string;
  /** Above 0, at most 1: what it counts, where the term of the question counts 1. */
  readonly weight: number;
}

/** What each term of a question is expanded with, best first; only terms for which there is something. */
export type Expansions<R extends Replacement = Replacement> = ReadonlyMap<string, readonly R[]>;

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Whether a term has a character of Chinese, Japanese or Korean: there a term is a piece cut from a text without spaces. */
export const isCjk = (term: string): boolean => CJK.test(term);
