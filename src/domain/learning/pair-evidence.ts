import { Bets } from '../statistics/bets';
import { STEPS } from '../statistics/confidence-sequence';

/** What decides between two systems, by their differences of credit, from −1 to 1. */
export interface PairRule {
  /** Of the bets ({@link Bets}). */
  readonly alpha: number;
  /** Logarithm of the capital that excludes a mean. */
  readonly enough: number;
  /** The first system is better once this mean is excluded from below, the second once the other one is from above. */
  readonly better: readonly [first: number, second: number];
  /** Neither is, once both are excluded: the first from below, the second from above; null where that is no verdict. */
  readonly tie: readonly [low: number, high: number] | null;
}

export type PairVerdict = 'undecided' | 'first' | 'second' | 'tie';

/** The lowest mean of the grid of a confidence sequence, scaled to 0 to 1, that is above a difference. */
const above = (difference: number): number => {
  let step = Math.max(0, Math.floor(((difference + 1) / 2) * STEPS) - 1);
  while (!(-1 + 2 * (step / STEPS) > difference)) step++;
  return step / STEPS;
};

/** The highest one below a difference. */
const below = (difference: number): number => {
  let step = Math.min(STEPS, Math.ceil(((difference + 1) / 2) * STEPS) + 1);
  while (!(-1 + 2 * (step / STEPS) < difference)) step--;
  return step / STEPS;
};

/** What decides a blind comparison of two systems: what `PreferenceSequence` says, at a thousandth of the work. */
export const preferenceRule = ({ alpha, margin }: { readonly alpha: number; readonly margin: number }): PairRule => ({
  alpha,
  enough: Math.log(2 / alpha),
  better: [above(0), below(0)],
  tie: [above(-margin), below(margin)],
});

/** What lets one of several arms leave against another one: the e-process of `Elimination`. */
export const eliminationRule = ({ alpha, arms }: { readonly alpha: number; readonly arms: number }): PairRule => ({
  alpha: (2 * alpha) / (arms - 1),
  enough: Math.log((arms - 1) / alpha),
  better: [0.5, 0.5],
  tie: null,
});

/**
 * The evidence about one pair, difference by difference. A confidence sequence tries two thousand means; what a verdict
 * reads of it is whether two or four of them are excluded, since what is below an excluded mean is excluded, too.
 */
export class PairEvidence {
  readonly #enough: number;
  readonly #means: readonly number[];
  readonly #bets: Bets;
  /** Bettors above the first mean and below the second; then the same of a tie. */
  readonly #capital = [0, 0, 0, 0];
  readonly #excluded = [false, false, false, false];

  constructor(rule: PairRule) {
    this.#enough = rule.enough;
    this.#means = rule.tie ? [...rule.better, ...rule.tie] : rule.better;
    this.#bets = new Bets(rule.alpha);
  }

  /** How far it is to a verdict for one of the two: the larger capital’s logarithm as a share of what is enough. */
  get progress(): number {
    return Math.max(this.#capital[0]!, this.#capital[1]!) / this.#enough;
  }

  get verdict(): PairVerdict {
    const [first, second, low, high] = this.#excluded;
    // A sample that excludes every mean claims nothing.
    if (first || second) return first && second ? 'undecided' : first ? 'first' : 'second';
    return low && high ? 'tie' : 'undecided';
  }

  /** @param difference of credit, the first system’s less the second’s */
  add(difference: number): void {
    const x = Math.max(0, Math.min(1, (1 + difference) / 2));
    // A plain loop: it runs a million times for the power of a comparison.
    for (let i = 0; i < this.#means.length; i++) {
      const mean = this.#means[i]!;
      this.#capital[i]! += i % 2 === 0 ? this.#bets.above(mean, x) : this.#bets.below(mean, x);
      if (this.#capital[i]! >= this.#enough) this.#excluded[i] = true;
    }
    this.#bets.add(x);
  }
}
