import type { Interval } from '../statistics/types';

export interface CorrectedSequenceOptions {
  /** That a human value can have at least and at most: −1 and 1 for a difference of measures from 0 to 1. */
  readonly range: Interval;
  /** Share of orders in which the interval may exclude the mean at any time. */
  readonly alpha: number;
  /** Automatic values of all N questions, in the random order in which people judge. All 0: no automatic judge. */
  readonly automatic: Float64Array;
}

/** Questions before which nothing is claimed: the variance is not known. */
export const MIN_COMPLETE_QUESTIONS = 10;
/** Questions at which the interval is narrowest for its error; it holds at all others too. */
const TIGHTEST = 50;
/** Variance that is expected before the first value, as a share of the squared range; counts as one question. */
const EXPECTED = 0.0125;
/** Questions that a judge has to be right about before λ is half of what they say. */
const DOUBT = 4;

/**
 * An interval, valid after every question, of the mean of human values over N questions, from human values of the first
 * n in random order and automatic values of all.
 * Before question t, k = N − t + 1 are left, and y = d − λ · (d̂ − mean of d̂ over these k) is counted. Its expectation
 * is the mean of the human values left, m = (N · μ − Σ d so far) / k, for any d̂ and any λ chosen before t. So Σ N / (N
 * − t) · (y − m) is a martingale under the true mean μ. Solved for μ it is the estimate; its variance is Var(y) / T, T
 * = n · N / (N − n). λ is Cov(d, d̂) / Var(d̂) of earlier questions, within 0 and 1, drawn to 0 while they are few.
 * The interval is ± σ · √(2 (Tρ² + 1) / (T²ρ²) · ln(√(Tρ² + 1) / α)), intersected over time; its error is α as n grows.
 * Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, “Time-uniform central limit theory and asymptotic confidence
 * sequences”, Annals of Statistics 2024, theorem 2.2. Why not a sequence by betting: `docs/evidence.md`.
 * @throws {RangeError} for a value outside the range
 */
export class CorrectedSequence {
  readonly #range: Interval;
  readonly #alpha: number;
  readonly #automatic: Float64Array;
  #low: number;
  #high: number;
  #count = 0;
  /** Of human values. */
  #sum = 0;
  /** Σ N / (N − t) · (y + Σ d before / k): T times the estimate. */
  #weighted = 0;
  #estimate = NaN;
  /** Of values y, and of their squared distances from the mean before. */
  #counted = 0;
  #squares: number;
  /** Σ (d − mean so far) · (d̂ − mean of those left), and Σ (d̂ − …)². */
  #products = 0;
  #predicted = 0;
  #weight = 0;

  constructor({ range, alpha, automatic }: CorrectedSequenceOptions) {
    this.#range = range;
    this.#alpha = alpha;
    this.#automatic = automatic;
    [this.#low, this.#high] = range;
    this.#squares = EXPECTED * (range[1] - range[0]) ** 2;
  }

  get count(): number {
    return this.#count;
  }

  /** Of the mean of all questions; NaN before the first. */
  get mean(): number {
    return this.#estimate;
  }

  /** λ of the next question. */
  get weight(): number {
    return this.#weight;
  }

  /** Null where every mean is excluded, which happens to at most α of all orders. */
  get interval(): Interval | null {
    return this.#low <= this.#high ? [this.#low, this.#high] : null;
  }

  add(value: number): void {
    const [low, high] = this.#range;
    if (!(value >= low && value <= high)) throw new RangeError(`${value} outside ${low} to ${high}`);
    const left = this.#automatic.subarray(this.#count);
    const surprise = left[0]! - left.reduce((sum, each) => sum + each, 0) / left.length;
    const total = this.#automatic.length;
    const counted = value - this.#weight * surprise;
    const expected = this.#sum / left.length;
    this.#learn(value, surprise, counted);
    // All are judged: the mean is known.
    if (left.length === 1) this.#narrow(this.#sum / total, 0);
    else {
      this.#weighted += (total / (left.length - 1)) * (counted + expected);
      const time = (this.#count * total) / (total - this.#count);
      this.#narrow(this.#weighted / time, this.#count < MIN_COMPLETE_QUESTIONS ? Infinity : this.#halfWidth(time));
    }
  }

  #halfWidth(time: number): number {
    const variance = this.#squares / (this.#count + 1);
    const log = -2 * Math.log(this.#alpha);
    // ρ² of the narrowest interval at the time t: (−2 ln α + ln(−2 ln α) + 1) / t, section 2.3 there.
    const scaled = (time * (log + Math.log(log) + 1)) / TIGHTEST;
    return Math.sqrt(((2 * variance) / time) * ((scaled + 1) / scaled) * Math.log(Math.sqrt(scaled + 1) / this.#alpha));
  }

  #narrow(estimate: number, half: number): void {
    this.#estimate = estimate;
    this.#low = Math.max(this.#low, estimate - half);
    this.#high = Math.min(this.#high, estimate + half);
  }

  #learn(value: number, surprise: number, counted: number): void {
    const [low, high] = this.#range;
    const t = ++this.#count;
    const before = ((low + high) / 2 + this.#counted) / t;
    this.#squares += (counted - before) ** 2;
    this.#counted += counted;
    this.#sum += value;
    this.#products += (value - this.#sum / t) * surprise;
    this.#predicted += surprise ** 2;
    if (this.#predicted > 0)
      this.#weight = Math.max(0, Math.min(1, this.#products / (this.#predicted * (1 + DOUBT / t))));
  }
}
