import { ConfidenceSequence } from '../statistics/confidence-sequence';
import { ALPHA } from '../statistics/paired';
import type { Interval } from '../statistics/types';
import type { BlindComparison, BlindList } from './blind-comparison';
import { credits } from './credits';

export interface BlindFigures {
  /** `retired`: of more than two systems, which earlier versions compared. Its lists are counted and compare nothing. */
  readonly kind: 'preference' | 'retired';
  readonly lists: number;
  readonly abandoned: number;
  readonly marks: number;
  readonly passedOver: number;
  /** `tie` where the interval contains 0 and nothing as large as the margin. */
  readonly state: 'undecided' | 'first' | 'second' | 'tie';
  readonly mean: number;
  /** Null where every mean is excluded, which happens to at most a share of α: it claims nothing. */
  readonly interval: Interval | null;
}

const isRetired = ({ spec }: Pick<BlindComparison, 'spec'>): boolean => spec.systems.length > 2;

/** Which of two systems is preferred, by a confidence sequence over credits: it may be read after every list. */
export class BlindStanding {
  readonly #isRetired: boolean;
  readonly #margin: number;
  readonly #sequence = new ConfidenceSequence({ range: [-1, 1], alpha: ALPHA });
  #lists = 0;
  #abandoned = 0;
  #passedOver = 0;
  #marks = 0;

  constructor({ spec, margin }: Pick<BlindComparison, 'spec' | 'margin'>) {
    this.#isRetired = isRetired({ spec });
    this.#margin = margin;
  }

  get canGoOn(): boolean {
    return !this.#isRetired;
  }

  /** @throws {RangeError} for a list that is not done, of other than two systems, or with a mark that is not on it */
  add({ list, marks, doneAt }: Pick<BlindList, 'list' | 'marks' | 'doneAt'>): void {
    if (doneAt === null) throw new RangeError('a list that is not done');
    if (list.shown.length === 0) {
      this.#passedOver++;
      return;
    }
    if (!this.#isRetired) {
      if (list.systems.length !== 2) throw new RangeError('a list of two systems');
      const [first, second] = credits({ list, marks }) as [number, number];
      // Rounding may leave a difference outside −1 to 1.
      this.#sequence.add(Math.max(-1, Math.min(1, first - second)));
    }
    this.#lists++;
    this.#marks += marks.length;
    if (marks.length === 0) this.#abandoned++;
  }

  get figures(): BlindFigures {
    const { mean, interval } = this.#sequence;
    return {
      kind: this.#isRetired ? 'retired' : 'preference',
      lists: this.#lists,
      abandoned: this.#abandoned,
      passedOver: this.#passedOver,
      marks: this.#marks,
      state: this.#state(interval),
      mean,
      interval,
    };
  }

  #state(interval: Interval | null): BlindFigures['state'] {
    if (!interval) return 'undecided';
    const [low, high] = interval;
    if (low > 0) return 'first';
    if (high < 0) return 'second';
    return low > -this.#margin && high < this.#margin ? 'tie' : 'undecided';
  }
}

export function preferredSystem({ state }: BlindFigures, { spec }: Pick<BlindComparison, 'spec'>): string | null {
  return state === 'first' || state === 'second' ? spec.systems[state === 'first' ? 0 : 1]!.id : null;
}
