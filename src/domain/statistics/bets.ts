/** Share of what could be lost at once that a bet is at most. */
const MOST = 0.9;
/**
 * Variance that is expected before the first value, of values scaled to 0 to 1. The paper has 1/4, the largest there is;
 * per-question differences have about a twentieth of it.
 */
const EXPECTED = 0.0125;

/**
 * Stakes of a confidence sequence on the next of its values, which lie from 0 to 1, by the values before it (see
 * `ConfidenceSequence`).
 */
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
