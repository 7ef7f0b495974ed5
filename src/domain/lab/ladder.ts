import { canonicalJson } from '../../base/hash';
import { valueOf } from '../../base/containers';
import type { EngineId } from '../fusion/engines/engine-names';
import type { LabSetting } from '../fusion/method-settings';
import { mean } from '../measures/aggregate';
import { DEFAULT_SEED } from '../statistics/defaults';
import { type Better, FoldSums, objectiveOf } from './choices';
import { differenceOf, type Figure, heldOutFigure, NestedError, paired } from './figure';
import { SPLITS } from './held-out-choice';
import { FOLDS, type FusionLab } from './lab';
import { constantsFor, methodsFor, weightsTried } from './ladder-settings';
import type { LabStep } from './map';

/** In the order in which they are decided: whether to fuse at all, by which method, its constant, its weights. */
export const LADDER_PARTS = ['fusion', 'method', 'constant', 'weights'] as const;
export type LadderPart = (typeof LADDER_PARTS)[number];

export interface LadderRequest {
  /** Whose lowest scores and window all settings have. */
  readonly base: LabSetting;
  readonly measure: string;
  /** What can be chosen is what it computes; null for anything. */
  readonly engine: EngineId | null;
}

export interface LadderRung {
  readonly part: LadderPart;
  /** How many were chosen among, at most; 1 where there is nothing to choose. */
  readonly candidates: number;
  /** What is chosen on all questions. */
  readonly chosen: LabSetting;
  /** Against the rung below, each question by what was chosen at both without it; null where there is nothing to choose. */
  readonly heldOut: Figure | null;
  /**
   * The difference where both are chosen and measured on all questions. What it is above the held-out one is lost by
   * choosing; it may be below it, since the rung below is chosen, too.
   */
  readonly optimistic: number;
  /** Whether the interval is wholly on the better side. */
  readonly pays: boolean;
}

export interface Ladder {
  readonly measure: string;
  readonly engine: EngineId | null;
  /** The better of the lists on all questions, and its mean. */
  readonly list: { readonly id: string; readonly mean: number };
  /** Up to the first that does not pay. */
  readonly rungs: readonly LadderRung[];
}

/** Some candidates of which the best is chosen. */
interface CandidateSet {
  /** Null for single lists. */
  readonly settings: readonly (LabSetting | null)[];
  readonly rows: readonly Float64Array[];
}

interface Chosen {
  readonly setting: LabSetting | null;
  readonly row: Float64Array;
}

/** Which candidate of a set is best on the questions that are not left out. */
type BestOf = (set: CandidateSet) => number;

/**
 * Decides in the field's order: the better single list, then whether an untuned fusion beats it, which method, its
 * constant, its weights. All of what is below a rung is chosen anew without the questions that are measured, so that a
 * difference holds what choosing costs. It ends at the first rung that brings nothing. Yields after each setting that
 * is scored and each split of an interval.
 *
 * @throws {RangeError} for fewer questions than folds need, or a measure without a better end
 */
export function* climb(lab: FusionLab, { base, measure, engine }: LadderRequest): Generator<LabStep, Ladder> {
  const better = objectiveOf(measure);
  const { folds } = lab;
  const ladder = new Rungs(lab, measure, base, engine);
  const best = bestBy(folds, better);
  const list = ladder.chosen(0, best());
  const rungs: LadderRung[] = [];
  const total = ladder.size + LADDER_PARTS.length * SPLITS;
  let done = 0;
  for (const [i, part] of LADDER_PARTS.entries()) {
    const level = i + 1;
    for (const setting of ladder.possible(level)) {
      if (ladder.score(setting)) yield { done: Math.min(++done, total), of: total };
    }
    const [before, after] = [ladder.chosen(level - 1, best()), ladder.chosen(level, best())];
    const candidates = ladder.most(level);
    const optimistic = differenceOf(paired(after.row, before.row)).mean;
    const chosen = after.setting!;
    if (part !== 'fusion' && candidates === 1) {
      rungs.push({ part, candidates, chosen, heldOut: null, optimistic, pays: false });
      continue;
    }
    const nested = new NestedError(FOLDS);
    for (let split = 1; split <= SPLITS; split++) {
      const dealt = lab.foldsBy(DEFAULT_SEED + split);
      const bestWithout = bestBy(dealt, better);
      nested.add(dealt, (one, other) => {
        const own = bestWithout(one, other);
        const [below, above] = [ladder.chosen(level - 1, own).row, ladder.chosen(level, own).row];
        return (question) => above[question]! - below[question]!;
      });
      yield { done: Math.min(++done, total), of: total };
    }
    const heldOut = (at: number): Float64Array => {
      const byFold = Array.from({ length: FOLDS }, (_, fold) => ladder.chosen(at, best(fold)).row);
      return Float64Array.from(folds, (fold, q) => byFold[fold]![q]!);
    };
    const figure = heldOutFigure(heldOut(level), heldOut(level - 1), FOLDS, nested);
    const pays = isBetter(figure, better);
    rungs.push({ part, candidates, chosen, heldOut: figure, optimistic, pays });
    if (!pays) break;
  }
  const listId = lab.input.lists[ladder.lists.rows.indexOf(list.row)]!.id;
  return { measure, engine, list: { id: listId, mean: mean(list.row) }, rungs };
}

function isBetter({ ci95 }: Figure, better: Better): boolean {
  if (ci95 === null) return false;
  return better === 'higher' ? ci95[0] > 0 : ci95[1] < 0;
}

/** The best of sets by some folds, each set summed up once. */
function bestBy(folds: Int32Array, better: Better): (...without: readonly number[]) => BestOf {
  const sums = new Map<CandidateSet, FoldSums>();
  return (...without) =>
    (set) =>
      valueOf(sums, set, () => {
        const own = new FoldSums(folds, better);
        for (const row of set.rows) own.add(row);
        return own;
      }).best(...without);
}

/** What can be chosen on each rung, given what was chosen below, with the values of all that was scored. */
class Rungs {
  readonly lists: CandidateSet;
  private readonly methods: readonly LabSetting[];
  private readonly rows = new Map<string, Float64Array>();
  private readonly sets = new Map<string, CandidateSet>();
  /** Where a list leaves a question out, every candidate does: their sums are of the same questions. */
  private readonly isLeftOut: (question: number) => boolean;

  constructor(
    private readonly lab: FusionLab,
    private readonly measure: string,
    base: LabSetting,
    private readonly engine: EngineId | null,
  ) {
    this.methods = methodsFor(engine, base);
    const rows = lab.input.lists.map(({ id }) => lab.baseline(id, measure));
    this.isLeftOut = (question) => rows.some((row) => Number.isNaN(row[question]));
    this.lists = { settings: rows.map(() => null), rows: rows.map((row) => this.masked(row)) };
  }

  /** How many settings there are on all rungs. */
  get size(): number {
    return this.possible(4).length;
  }

  /** All that may be chosen at a level, whatever is chosen below it. */
  possible(level: number): LabSetting[] {
    if (level === 1) return this.methods.slice(0, 1);
    if (level === 2) return [...this.methods];
    return this.possible(level - 1).flatMap((setting) => this.next(level, setting));
  }

  /** The largest set that a level chooses among. */
  most(level: number): number {
    if (level <= 2) return this.possible(level).length;
    return Math.max(...this.possible(level - 1).map((setting) => this.next(level, setting).length));
  }

  /** @returns whether it was not scored before */
  score(setting: LabSetting): boolean {
    const key = canonicalJson(setting);
    const isNew = !this.rows.has(key);
    if (isNew) this.rows.set(key, this.masked(this.lab.rounded(setting, this.measure)));
    return isNew;
  }

  /** What is chosen at a level: 0 for a list, then as {@link LADDER_PARTS}, each within what is chosen below it. */
  chosen(level: number, best: BestOf): Chosen {
    const set = level === 0 ? this.lists : this.setAt(level, level > 2 ? this.chosen(level - 1, best).setting : null);
    const at = set.rows.length === 1 ? 0 : best(set);
    return { setting: set.settings[at]!, row: set.rows[at]! };
  }

  private next(level: number, setting: LabSetting): LabSetting[] {
    return level === 3 ? constantsFor(this.engine, setting) : weightsTried(this.engine, setting);
  }

  private setAt(level: number, below: LabSetting | null): CandidateSet {
    return valueOf(this.sets, canonicalJson([level, below]), () => {
      const settings = below ? this.next(level, below) : this.possible(level);
      for (const setting of settings) this.score(setting);
      return { settings, rows: settings.map((setting) => this.rows.get(canonicalJson(setting))!) };
    });
  }

  private masked(row: Float64Array): Float64Array {
    return row.map((value, q) => (this.isLeftOut(q) ? NaN : value));
  }
}
