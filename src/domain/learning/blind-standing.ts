import { ALPHA } from '../statistics/paired';
import { mixed, uniform } from '../statistics/random';
import type { Interval } from '../statistics/types';
import type { BlindComparison, BlindList } from './blind-comparison';
import { chosenArms } from './chosen-arms';
import { credits } from './counterfactual';
import { type ArmComparison, Elimination } from './elimination';
import { eliminationRule, preferenceRule } from './pair-evidence';
import { PreferenceSequence, type PreferenceState } from './preference';
import { HORIZON, type QuestionsAhead, questionsAhead } from './questions-ahead';

interface CountedLists {
  /** Lists that are done and count. */
  readonly lists: number;
  /** Of these, without a mark. */
  readonly abandoned: number;
  /** On all of them. */
  readonly marks: number;
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
  /** More lists until it is decided, if the preference stays as it is: no promise. */
  readonly ahead: QuestionsAhead;
}

/** Of three and more systems, or of fusion weights. */
export interface BlindElimination extends CountedLists {
  readonly kind: 'elimination';
  readonly remaining: readonly string[];
  /** In the order of leaving. */
  readonly left: readonly BlindDeparture[];
  /** Pairs of remaining arms with evidence for one of them, the soonest to be decided first. */
  readonly open: readonly PairAhead[];
}

/** A pair that more lists may decide. */
export interface PairAhead {
  readonly better: string;
  readonly worse: string;
  /** How far the evidence is that `worse` is worse: 1 is enough for it to leave. */
  readonly progress: number;
  /** More lists until then, if the preference stays as it is: no promise. */
  readonly ahead: QuestionsAhead;
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
  readonly #seed: number;
  readonly #margin: number;
  readonly #comparing: PreferenceSequence | Elimination;
  #abandoned = 0;
  #passedOver = 0;
  #marks = 0;
  /** Of each list that counts, by system. */
  readonly #credits: ReadonlyMap<string, number>[] = [];

  constructor({ spec, seed, margin }: Pick<BlindComparison, 'spec' | 'seed' | 'margin'>) {
    this.#seed = seed;
    this.#systems = spec.systems.map(({ id }) => id);
    this.#margin = margin;
    this.#comparing =
      this.#systems.length === 2
        ? new PreferenceSequence({ alpha: ALPHA, margin })
        : new Elimination({ arms: this.#systems, alpha: ALPHA });
  }

  /**
   * The systems of the next list, in their order: of many those that lead, see {@link chosenArms}.
   *
   * @param number of the list, from 0: it has a seed of its own
   */
  next(number: number): readonly string[] {
    if (!(this.#comparing instanceof Elimination)) return this.#systems;
    // Not the one that the list is drawn by.
    return chosenArms(this.#comparing, uniform(mixed(mixed(this.#seed) + number)));
  }

  /** In their order. */
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
    const given = credits({ list, marks });
    this.#credits.push(new Map(list.systems.map(({ id }, i) => [id, given[i]!])));
    this.#marks += marks.length;
    if (marks.length === 0) this.#abandoned++;
  }

  get figures(): BlindFigures {
    const counted = {
      lists: this.#credits.length,
      abandoned: this.#abandoned,
      passedOver: this.#passedOver,
      marks: this.#marks,
    };
    const comparing = this.#comparing;
    if (comparing instanceof Elimination) {
      const left = comparing.left.map(({ arm, against, lists }) => ({
        arm,
        lists,
        comparison: comparing.comparison(against, arm),
      }));
      return { kind: 'elimination', ...counted, remaining: comparing.remaining, left, open: this.#open(comparing) };
    }
    const { state, mean, interval } = comparing;
    const [first, second] = this.#systems as [string, string];
    const rule = preferenceRule({ alpha: ALPHA, margin: this.#margin });
    const ahead = interval === null ? null : questionsAhead(this.#differences(first, second), rule);
    return { kind: 'preference', ...counted, state, mean, interval, ahead };
  }

  #open(comparing: Elimination): PairAhead[] {
    const rule = eliminationRule({ alpha: ALPHA, arms: this.#systems.length });
    const far = (ahead: QuestionsAhead): number => (ahead === 'beyond' ? HORIZON + 1 : (ahead ?? HORIZON));
    return comparing.open
      .map(({ better, worse, progress }) => {
        const differences = this.#differences(better, worse);
        const ahead = questionsAhead(differences, rule);
        // Lists of many systems do not have all of them.
        const questions =
          typeof ahead === 'number' ? Math.ceil((ahead * this.#credits.length) / differences.length) : ahead;
        return {
          better,
          worse,
          progress,
          ahead: typeof questions === 'number' && questions > HORIZON ? 'beyond' : questions,
        };
      })
      .sort((a, b) => far(a.ahead) - far(b.ahead) || b.progress - a.progress);
  }

  /** Of the lists that had both. */
  #differences(first: string, second: string): number[] {
    return this.#credits.flatMap((given) => {
      const [one, other] = [given.get(first), given.get(second)];
      return one === undefined || other === undefined ? [] : [one - other];
    });
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
