import { ConfidenceSequence } from '../statistics/confidence-sequence';
import type { Interval } from '../statistics/types';
import { credits, type MarkedList } from './counterfactual';

export type PreferenceState = 'undecided' | 'first' | 'second' | 'tie';

export interface PreferenceOptions {
  /** Share of comparisons in which the interval may ever exclude the mean. */
  readonly alpha: number;
  /** The smallest difference of credit that matters, above 0. */
  readonly margin: number;
}

/**
 * Which of two systems is preferred, by the lists so far, read as often as one likes. Each list gives the credit of the
 * first system less that of the second, from −1 to 1; their mean has a confidence sequence, by betting
 * ({@link ConfidenceSequence}). One may stop because it is decided, and one may go on.
 *
 * `first` or `second` where the interval excludes 0, `tie` where it contains 0 and nothing as large as the margin. Lists
 * without a passage hold no comparison and are passed over.
 */
export class PreferenceSequence {
  readonly #sequence: ConfidenceSequence;
  readonly #margin: number;
  #abandoned = 0;

  constructor({ alpha, margin }: PreferenceOptions) {
    this.#sequence = new ConfidenceSequence({ range: [-1, 1], alpha });
    this.#margin = margin;
  }

  /** Lists that count, abandoned ones included. */
  get lists(): number {
    return this.#sequence.count;
  }

  /** Those without a mark. */
  get abandoned(): number {
    return this.#abandoned;
  }

  /** Of the differences so far; NaN before the first list. */
  get mean(): number {
    return this.#sequence.mean;
  }

  /** Null where every mean is excluded, which happens to at most a share of α: it claims nothing. */
  get interval(): Interval | null {
    return this.#sequence.interval;
  }

  get state(): PreferenceState {
    const { interval } = this;
    if (!interval) return 'undecided';
    const [low, high] = interval;
    if (low > 0) return 'first';
    if (high < 0) return 'second';
    return low > -this.#margin && high < this.#margin ? 'tie' : 'undecided';
  }

  /** @throws {RangeError} for a list of more than two systems, or with a mark that is not on it */
  add(marked: MarkedList): void {
    if (marked.list.systems.length !== 2) throw new RangeError('a list of two systems');
    if (marked.list.shown.length === 0) return;
    const [first, second] = credits(marked) as [number, number];
    // Rounding may leave a difference outside −1 to 1.
    this.#sequence.add(Math.max(-1, Math.min(1, first - second)));
    if (marked.marks.length === 0) this.#abandoned++;
  }
}
