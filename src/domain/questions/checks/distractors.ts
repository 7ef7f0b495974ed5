import { valueOf } from '../../../base/containers';
import type { Doc, Place } from '../../../base/types';
import type { Candidate } from '../candidate';
import { contentTerms } from '../content-words';
import { blocksOf } from '../passages';

/** Sums of idf are equal but for rounding. */
const ROUNDING = 1e-9;

/** The passages of a collection by their words, to count for a question those that hold as much of it as its answer. */
export class Distractors {
  readonly #places: Place[] = [];
  readonly #holders = new Map<string, number[]>();

  constructor(docs: readonly Doc[]) {
    for (const doc of docs)
      for (const span of blocksOf(doc)) {
        const position = this.#places.push({ doc: doc.id, ...span }) - 1;
        const terms = contentTerms(`${doc.title}\n${doc.text.slice(span.start, span.end)}`);
        for (const term of terms) valueOf(this.#holders, term, () => []).push(position);
      }
  }

  /**
   * Passages with at least the idf sum of the question's words that the best of its own has; own are those that touch its
   * place, or a place that answers it too.
   *
   * @returns null where the question has no content word
   */
  of({ text, place, also = [] }: Pick<Candidate, 'text' | 'place' | 'also'>): number | null {
    const terms = [...contentTerms(text)];
    if (terms.length === 0) return null;
    const sums = new Map<number, number>();
    for (const term of terms) {
      const holders = this.#holders.get(term) ?? [];
      const idf = Math.log((this.#places.length + 1) / (holders.length + 0.5));
      for (const i of holders) sums.set(i, (sums.get(i) ?? 0) + idf);
    }
    const isOwn = (i: number): boolean => [place, ...also].some((each) => touches(each, this.#places[i]!));
    const best = Math.max(0, ...[...sums].filter(([i]) => isOwn(i)).map(([, sum]) => sum));
    return [...sums].filter(([i, sum]) => sum >= best - ROUNDING && !isOwn(i)).length;
  }
}

const touches = (a: Place, b: Place): boolean => a.doc === b.doc && a.start < b.end && b.start < a.end;
