import { CJK } from '../../text/cjk';
import type { QuestionOptions } from '../retriever-spec';
import type { Expansions, Replacement } from './spelling';

/**
 * How surprising it is that two things come together so often, −2 ln λ (Dunning, “Accurate methods for the statistics
 * of surprise and coincidence”, Computational Linguistics 1993): the log-likelihood ratio of the 2 × 2 table against
 * independence, `2 Σ k ln(k · N / (row · column))`. Where they are independent, it has the χ² distribution with one
 * degree of freedom; 10.83 is exceeded once in a thousand. It is as high where two things avoid each other.
 *
 * @param a how often the first is there, with or without the second; `b` likewise, of `total`
 */
export function logLikelihoodRatio(both: number, a: number, b: number, total: number): number {
  const cell = (k: number, row: number, column: number): number =>
    k === 0 ? 0 : k * Math.log((k / row) * (total / column));
  const sum =
    cell(both, a, b) +
    cell(a - both, a, total - b) +
    cell(b - both, total - a, b) +
    cell(total - a - b + both, total - a, total - b);
  // Rounding may leave it a little below.
  return Math.max(0, 2 * sum);
}

interface Associate extends Replacement {
  /** −2 ln λ ({@link logLikelihoodRatio}). */
  readonly logLikelihood: number;
  readonly together: number;
  readonly passages: number;
}

/**
 * Terms that come in the same passages as a term far more often than by chance (Dunning's log-likelihood ratio):
 * synonyms at best, and else of the same subject.
 *
 * Offered are terms that come together more often than if independent, and are above the least values; by the ratio,
 * highest first, then by UTF-16 units. One weighs `2 · together / (passages of the one + passages of the other)`
 * (Dice): 1 where neither comes without the other. Chinese, Japanese and Korean terms that share a character are not
 * offered for each other: mostly they are two pieces of one word (半导 and 导体).
 */
export class Synonyms {
  private readonly numbers = new Map<string, number>();
  private readonly names: string[] = [];
  private readonly terms: number[][] = [];
  private readonly passages: number[][] = [];

  /** Takes the terms of each passage, repeats or not. @throws {RangeError} for options out of range */
  constructor(
    passages: Iterable<Iterable<string>>,
    private readonly options: QuestionOptions<'synonyms'>,
  ) {
    const { most, leastLogLikelihood, mostPassages } = options;
    if (!Number.isInteger(most) || most < 0) throw new RangeError(`${most} is no number of terms`);
    if (!(leastLogLikelihood >= 0)) throw new RangeError(`−2 ln λ is never below ${leastLogLikelihood}`);
    if (!(mostPassages >= 0 && mostPassages <= 1)) throw new RangeError(`${mostPassages} is no share of passages`);
    for (const passage of passages) {
      const distinct = Array.from(new Set(passage), (term) => this.numberOf(term));
      for (const term of distinct) this.passages[term]!.push(this.terms.length);
      this.terms.push(distinct);
    }
  }

  /** @returns for each term that has some, the terms that go with it, best first */
  expand(terms: Iterable<string>): Expansions<Associate> {
    const found = new Map<string, Associate[]>();
    for (const term of new Set(terms)) {
      const number = this.numbers.get(term);
      const associates = number === undefined ? [] : this.associatesOf(number);
      if (associates.length > 0) found.set(term, associates);
    }
    return found;
  }

  private associatesOf(term: number): Associate[] {
    if (this.passages[term]!.length > this.options.mostPassages * this.terms.length) return [];
    const counts = new Map<number, number>();
    for (const passage of this.passages[term]!)
      for (const other of this.terms[passage]!) counts.set(other, (counts.get(other) ?? 0) + 1);
    counts.delete(term);
    const found: Associate[] = [];
    for (const [other, together] of counts) {
      const associate = this.associate(term, other, together);
      if (associate !== null) found.push(associate);
    }
    return found.sort(byLogLikelihood).slice(0, this.options.most);
  }

  private associate(term: number, other: number, together: number): Associate | null {
    const { leastTogether, leastLogLikelihood, mostPassages } = this.options;
    const total = this.terms.length;
    const own = this.passages[term]!.length;
    const passages = this.passages[other]!.length;
    if (together < leastTogether || passages > mostPassages * total || together * total <= own * passages) return null;
    const logLikelihood = logLikelihoodRatio(together, own, passages, total);
    const name = this.names[other]!;
    if (logLikelihood < leastLogLikelihood || shareCharacter(this.names[term]!, name)) return null;
    return { term: name, weight: (2 * together) / (own + passages), logLikelihood, together, passages };
  }

  private numberOf(term: string): number {
    const known = this.numbers.get(term);
    if (known !== undefined) return known;
    this.numbers.set(term, this.names.length);
    this.passages.push([]);
    return this.names.push(term) - 1;
  }
}

const byLogLikelihood = (a: Associate, b: Associate): number =>
  b.logLikelihood - a.logLikelihood || (a.term < b.term ? -1 : 1);

function shareCharacter(a: string, b: string): boolean {
  return CJK.test(a) && CJK.test(b) && Array.from(a).some((character) => b.includes(character));
}
