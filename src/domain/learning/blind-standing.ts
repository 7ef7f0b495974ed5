import { ALPHA } from '../statistics/paired';
import type { Interval } from '../statistics/types';
import type { BlindComparison, BlindList } from './blind-comparison';
import { type ArmComparison, Elimination, type OpenPair } from './elimination';
import { PreferenceSequence, type PreferenceState } from './preference';

interface CountedLists {
  /** Lists that are done and count. */
  readonly lists: number;
  /** Of these, without a mark. */
  readonly abandoned: number;
  /** Questions for which a system found nothing. */
  readonly passedOver: number;
}

/** Of two systems. */
export interface BlindPreference extends CountedLists {
  readonly kind: 'preference';
  readonly state: PreferenceState;
  /** Credit of the first less that of the second; NaN before the first list. */
  readonly mean: number;
  /** Null where every mean is excluded: it claims nothing. */
  readonly interval: Interval | null;
  /** More lists until it is decided, if they go on as those so far: no promise. Null where that cannot be said. */
  readonly ahead: number | null;
}

/** Of three and more systems, or of fusion weights. */
export interface BlindElimination extends CountedLists {
  readonly kind: 'elimination';
  readonly remaining: readonly string[];
  /** In the order of leaving. */
  readonly left: readonly BlindDeparture[];
  /** Pairs that more lists may decide, the soonest first. */
  readonly open: readonly OpenPair[];
}

export interface BlindDeparture {
  readonly arm: string;
  /** Lists that were done by then, this one included. */
  readonly lists: number;
  /** With the one that it left against. */
  readonly comparison: ArmComparison;
}

export type BlindFigures = BlindPreference | BlindElimination;

/** What the lists of a blind comparison show so far. It is the same for the same lists. */
export class BlindStanding {
  readonly #systems: readonly string[];
  readonly #margin: number;
  readonly #comparing: PreferenceSequence | Elimination;
  #abandoned = 0;
  #passedOver = 0;
  #lists = 0;

  constructor({ spec, margin }: Pick<BlindComparison, 'spec' | 'margin'>) {
    this.#systems = spec.systems.map(({ id }) => id);
    this.#margin = margin;
    this.#comparing =
      this.#systems.length === 2
        ? new PreferenceSequence({ alpha: ALPHA, margin })
        : new Elimination({ arms: this.#systems, alpha: ALPHA });
  }

  /** The systems of the next list, in their order. */
  get remaining(): readonly string[] {
    return this.#comparing instanceof Elimination ? this.#comparing.remaining : this.#systems;
  }

  /** @throws {RangeError} for a list that is not done, or of other systems than those that remain */
  add({ list, marks, doneAt }: Pick<BlindList, 'list' | 'marks' | 'doneAt'>): void {
    if (doneAt === null) throw new RangeError('a list that is not done');
    if (list.shown.length === 0) {
      this.#passedOver++;
      return;
    }
    this.#comparing.add({ list, marks });
    this.#lists++;
    if (marks.length === 0) this.#abandoned++;
  }

  get figures(): BlindFigures {
    const counted = { lists: this.#lists, abandoned: this.#abandoned, passedOver: this.#passedOver };
    const comparing = this.#comparing;
    if (comparing instanceof Elimination) {
      const left = comparing.left.map(({ arm, against, lists }) => ({
        arm,
        lists,
        comparison: comparing.comparison(against, arm),
      }));
      return { kind: 'elimination', ...counted, remaining: comparing.remaining, left, open: comparing.open };
    }
    const { state, mean, interval } = comparing;
    const ahead =
      state === 'undecided' && interval && this.#lists > 0
        ? listsAhead(mean, interval, this.#margin, this.#lists)
        : null;
    return { kind: 'preference', ...counted, state, mean, interval, ahead };
  }
}

/**
 * The system that the lists prefer: of two the preferred one, of more the one that remains. Null while it is undecided,
 * and where two are as good.
 */
export function preferredSystem(figures: BlindFigures, { spec }: Pick<BlindComparison, 'spec'>): string | null {
  if (figures.kind === 'elimination') return figures.remaining.length === 1 ? figures.remaining[0]! : null;
  if (figures.state !== 'first' && figures.state !== 'second') return null;
  return spec.systems[figures.state === 'first' ? 0 : 1]!.id;
}

/** Whether the names may be shown: it is decided for one, or that none is better. */
export const isDecided = (figures: BlindFigures): boolean =>
  figures.kind === 'elimination' ? figures.remaining.length === 1 : figures.state !== 'undecided';

/**
 * Lists until an interval as wide as it is now times √(n / m) at m lists excludes 0, or lies within the margin, around the
 * mean so far. Null where that takes more than ten times as many as there are.
 */
function listsAhead(mean: number, [low, high]: Interval, margin: number, lists: number): number | null {
  const half = (high - low) / 2;
  const room = Math.max(Math.abs(mean), margin - Math.abs(mean));
  const total = Math.ceil(lists * (half / room) ** 2);
  return total > 10 * lists ? null : Math.max(1, total - lists);
}
