import type { Doc } from '../../../base/types';
import { isContentWord, wordsIn } from '../content-words';

/** A longer document is read up to here: its words are known by then. */
const READ_UNITS = 100_000;

/** In how many documents of a collection a word stands. */
export class TermStatistics {
  readonly #counts = new Map<string, number>();
  #docs = 0;

  add({ text }: Pick<Doc, 'text'>): void {
    this.#docs++;
    const own = new Set(wordsIn(text.slice(0, READ_UNITS)).map((word) => word.text));
    for (const word of own) if (isContentWord(word)) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  /** ln((N + 1) / (n + 0.5)): how telling a word is; the highest for one that stands nowhere else. */
  idf(word: string): number {
    return Math.log((this.#docs + 1) / ((this.#counts.get(word) ?? 0) + 0.5));
  }
}
