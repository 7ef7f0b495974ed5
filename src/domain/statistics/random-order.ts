import { normalQuantile } from './distributions/normal';
import { ALPHA } from './paired';

export interface RandomOrder {
  /** How far the lists are on the way from a random order of the same hits, 0, to the best one, 1: mean of the questions. */
  readonly share: number;
  /** With a relevant hit and another one: no other order says anything. */
  readonly questions: number;
  /** Whether it is significantly worse than random: lists that are turned round. */
  readonly isReversed: boolean;
}

/** Orders that are worth less are no retrieval: what may be better than this, at a level of 1 %, is not called random. */
const LEAST = 0.2;
const LEAST_LEVEL = 0.01;

/** From which on sums are about normal. */
const MIN_QUESTIONS = 10;

/**
 * Whether a system's order is no better than chance, by the discounted gain of whole lists: a permutation test over all
 * orders, mean and variance in closed form (Hoeffding, “A combinatorial central limit theorem”, 1951), normal over
 * questions. Few questions find little: the order must also be significantly worse than {@link LEAST}.
 * @param lists gains by rank, 0 where not relevant @returns null where the order is better, or may be
 */
export function randomOrder(lists: Iterable<readonly number[]>): RandomOrder | null {
  const discounts = new Discounts();
  let [sum, variance, questions] = [0, 0, 0];
  for (const gains of lists) {
    const found = discounts.read(gains);
    if (!found) continue;
    sum += found.share;
    variance += found.variance;
    questions++;
  }
  if (questions < MIN_QUESTIONS) return null;
  const share = sum / questions;
  const error = Math.sqrt(variance) / questions;
  const margin = normalQuantile(1 - ALPHA) * error;
  if (share > margin || share + normalQuantile(1 - LEAST_LEVEL) * error >= LEAST) return null;
  return { share, questions, isReversed: share < -margin };
}

/** 1 / log₂(rank + 1), and sums of the first of them. */
class Discounts {
  private readonly all: number[] = [];
  private readonly sums = [0];
  private readonly squares = [0];

  /** @returns null where every order is as good */
  read(gains: readonly number[]): { readonly share: number; readonly variance: number } | null {
    const n = gains.length;
    const relevant = gains.filter((gain) => gain > 0);
    if (relevant.length === 0 || gains.every((gain) => gain === relevant[0])) return null;
    for (let rank = this.all.length + 1; rank <= n; rank++) {
      const discount = 1 / Math.log2(rank + 1);
      this.all.push(discount);
      this.sums.push(this.sums.at(-1)! + discount);
      this.squares.push(this.squares.at(-1)! + discount ** 2);
    }
    const gain = relevant.reduce((total, each) => total + each, 0);
    const gainSquares = relevant.reduce((total, each) => total + each ** 2, 0);
    const expected = (gain * this.sums[n]!) / n;
    const room = this.sumOf(relevant.sort((a, b) => b - a)) - expected;
    const spread = (this.squares[n]! - this.sums[n]! ** 2 / n) * (gainSquares - gain ** 2 / n);
    return { share: (this.sumOf(gains) - expected) / room, variance: spread / (n - 1) / room ** 2 };
  }

  private sumOf(gains: readonly number[]): number {
    return gains.reduce((total, gain, i) => total + gain * this.all[i]!, 0);
  }
}
