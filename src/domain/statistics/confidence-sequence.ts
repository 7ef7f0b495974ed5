import type { Interval } from './types';

/** Share of what could be lost at once that a bet is at most. */
const MOST = 0.9;
/** Variance expected at first, of values scaled to 0 to 1; the paper has 1/4, differences about a twentieth. */
const EXPECTED = 0.0125;

/** Stakes of a confidence sequence on its next value, from 0 to 1, by the values before it. */
export class Bets {
  #count = 0;
  #sum = 0;
  #squares = EXPECTED;
  /** On the next value, before it is cut off: λ = √(2 ln(2/α) / (v · t)), v · t being the sum of squares. */
  #next: number;

  constructor(private readonly alpha: number) {
    this.#next = this.#bet();
  }

  get count(): number {
    return this.#count;
  }

  get sum(): number {
    return this.#sum;
  }

  /** Logarithm of what the bettor on values above m has after value x, for each unit before. */
  above(m: number, x: number): number {
    return Math.log1p(Math.min(this.#next, MOST / m) * (x - m));
  }

  /** The same of the bettor on values below m. */
  below(m: number, x: number): number {
    return Math.log1p(-Math.min(this.#next, MOST / (1 - m)) * (x - m));
  }

  add(x: number): void {
    this.#count++;
    this.#sum += x;
    this.#squares += (x - (0.5 + this.#sum) / (this.#count + 1)) ** 2;
    this.#next = this.#bet();
  }

  #bet(): number {
    return Math.sqrt((2 * Math.log(2 / this.alpha)) / this.#squares);
  }
}

interface ConfidenceSequenceOptions {
  /** That a value of the sample can have at least and at most: −1 and 1 for a difference of measures from 0 to 1. */
  readonly range: Interval;
  readonly alpha: number;
}

/** Means that are tried: neighbours are a two-thousandth of the range apart. */
export const STEPS = 2000;

/**
 * An interval of the mean of a growing sample that may be read after every value: in at most α of all sequences it ever
 * excludes the mean, for values within the range in an order that does not depend on them. For each mean m two bettors
 * with half a unit each win λ · (x − m) a value; where they own 1/α, m is excluded (Ville’s inequality). λ = √(2
 * ln(2/α) / (v · t)) of the variance v so far, cut off where it could lose more than nine tenths. Waudby-Smith and
 * Ramdas, “Estimating means of bounded random variables by betting”, JRSS-B 2024, theorem 3, without √ln(t + 1), which
 * costs power. Means are tried on a grid. @throws {RangeError} for a value outside the range
 */
export class ConfidenceSequence {
  readonly #range: Interval;
  readonly #alpha: number;
  readonly #above = new Float64Array(STEPS + 1);
  readonly #below = new Float64Array(STEPS + 1);
  #lowest = 0;
  #highest = STEPS;
  readonly #bets: Bets;

  constructor({ range, alpha }: ConfidenceSequenceOptions) {
    this.#range = range;
    this.#alpha = alpha;
    this.#bets = new Bets(alpha);
  }

  get count(): number {
    return this.#bets.count;
  }

  get mean(): number {
    return this.#unscaled(this.#bets.sum / this.#bets.count);
  }

  /** Null where every mean is excluded, which happens to at most α of all sequences. */
  get interval(): Interval | null {
    if (this.#lowest > this.#highest) return null;
    const at = (step: number): number => this.#unscaled(Math.max(0, Math.min(STEPS, step)) / STEPS);
    return [at(this.#lowest - 1), at(this.#highest + 1)];
  }

  add(value: number): void {
    const [low, high] = this.#range;
    if (!(value >= low && value <= high)) throw new RangeError(`${value} outside ${low} to ${high}`);
    const x = (value - low) / (high - low);
    const limit = Math.log(2 / this.#alpha);
    for (let i = this.#lowest; i <= this.#highest; i++) {
      const m = i / STEPS;
      this.#above[i]! += this.#bets.above(m, x);
      this.#below[i]! += this.#bets.below(m, x);
    }
    while (this.#lowest <= this.#highest && this.#above[this.#lowest]! >= limit) this.#lowest++;
    while (this.#highest >= this.#lowest && this.#below[this.#highest]! >= limit) this.#highest--;
    this.#bets.add(x);
  }

  #unscaled(share: number): number {
    const [low, high] = this.#range;
    return low + share * (high - low);
  }
}
