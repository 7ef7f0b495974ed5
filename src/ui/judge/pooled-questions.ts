import { isBounded, questionBounds } from '../../domain/evidence/bounds';
import {
  estimateKind,
  passageSample,
  type EstimateKind,
  type PassageSample,
} from '../../domain/evidence/passage-sample';
import {
  countsNeeds,
  pooledQuestion,
  type MeasureOptions,
  type Pooled,
  type PooledQuestion,
} from '../../domain/evidence/pooled-question';
import type { JudgedItems } from '../../domain/evidence/judged-items';
import { additiveRange, additiveValues, sampledValues } from '../../domain/evidence/sampled-values';
import type { DrawnPassages, DrawnQuestion } from '../../domain/judging/plan';
import { firstOf, type PoolInput, type PoolItem } from '../../domain/judging/pool';
import type { QueryId } from '../../base/types';
import type { Interval } from '../../domain/statistics/types';
import type { JudgingSettings } from './judging-settings';

interface PooledOptions extends MeasureOptions, Pooled {
  /** The pool of the question at an index. */
  readonly poolOf: (index: number) => readonly PoolItem[];
  /** Whether an item of the question at an index has a grade now. */
  readonly isJudged: (index: number, item: PoolItem) => boolean;
  /** Of passages that are drawn anew: made by chance. */
  readonly newSeed: string;
}

type Judged = (index: number) => JudgedItems;

/** The pools of questions, as estimates and bounds see them: by the ranks of their items in the lists. */
export class PooledQuestions {
  /** Null where a sample of passages cannot estimate the measure: nothing is drawn then. */
  readonly estimate: EstimateKind | null;
  readonly isBounded: boolean;
  readonly passages: Pooled['passages'];
  /** Ids of the pooled systems, in the order of the lists. */
  readonly systems: readonly string[];
  /** As drawn with the kept plan. */
  private readonly before: ReadonlyMap<QueryId, DrawnQuestion>;
  private readonly questions = new Map<number, PooledQuestion>();
  private readonly drawn = new Map<number, DrawnQuestion>();
  private readonly samples = new Map<number, PassageSample>();
  private readonly estimates = new Map<number, Float64Array | null>();
  private readonly sums = new Map<number, Float64Array | null>();
  private readonly bounds = new Map<number, Interval>();

  constructor(
    private readonly input: PoolInput,
    private readonly settings: JudgingSettings,
    private readonly options: PooledOptions,
  ) {
    const { measure, needs, passages } = options;
    this.passages = passages;
    this.systems = input.systems.flatMap(({ id }) => (settings.systems.has(id) ? [id] : []));
    // A list that is judged less deep than the measure reads has passages that are in no item.
    const isWhole = (measure.cutoff ?? Infinity) <= settings.depth;
    this.estimate = isWhole && !(needs && countsNeeds(measure)) ? estimateKind(measure) : null;
    const { drawn } = settings;
    const isSame =
      drawn?.measure === measure.text &&
      drawn.depth === settings.depth &&
      drawn.systems.join('\n') === this.systems.join('\n');
    this.before = new Map(isSame ? drawn.questions.map((question) => [question.query, question]) : []);
    this.isBounded = isWhole && isBounded(measure, options) && this.pair !== null;
  }

  /** Whether what is drawn estimates the measure as a ratio of sums, and the sum decides. */
  get isRatio(): boolean {
    return this.settings.queue === 'passages' && this.estimate === 'ratio';
  }

  /**
   * Items of the pool that are drawn, in its order, which says nothing of them; and those that were known and are no longer
   * judged.
   */
  drawnOf(index: number): readonly PoolItem[] {
    if (this.estimate === null) return [];
    const { order, known } = this.sampleOf(index);
    const drawn = new Set(order.slice(0, this.settings.sample));
    const lost = (item: PoolItem): boolean => !this.options.isJudged(index, item);
    return this.options.poolOf(index).filter((each, item) => drawn.has(item) || (known.includes(item) && lost(each)));
  }

  /**
   * What can be drawn of all questions, to be kept with the plan; null where nothing can be.
   *
   * @param indices of the questions that are there
   */
  drawnPassages(indices: readonly number[]): DrawnPassages | null {
    if (this.estimate === null) return null;
    const { measure, maxGrade } = this.options;
    const { depth } = this.settings;
    const questions = indices.map((index) => this.drawnQuestion(index));
    return { measure: measure.text, depth, systems: this.systems, maxGrade, questions };
  }

  /** Estimates by system, biased where they are ratios; null until all that is drawn has a grade. */
  estimatesOf(index: number, judged: Judged): Float64Array | null {
    return this.kept(this.estimates, index, () => {
      const { grades, elsewhere } = judged(index);
      const question = { ...this.questionOf(index), elsewhere };
      return sampledValues(question, this.sampleOf(index), this.settings.sample, grades, this.options);
    });
  }

  /** As {@link estimatesOf}, of the measure itself or of the sum that its ratio divides: unbiased, so that it decides. */
  sumsOf(index: number, judged: Judged): Float64Array | null {
    return this.kept(this.sums, index, () =>
      additiveValues(this.sampleOf(index), this.settings.sample, judged(index).grades, this.options),
    );
  }

  /** Of the differences of two systems' sums, whatever the grades are. */
  range(questions: readonly number[]): Interval {
    return additiveRange(
      questions.map((index) => this.sampleOf(index)),
      this.settings.sample,
    );
  }

  boundsOf(index: number, judged: Judged): Interval {
    return this.kept(this.bounds, index, () => {
      const { grades, elsewhere } = judged(index);
      return questionBounds({ ...this.questionOf(index), elsewhere }, this.pair!, grades, this.options);
    });
  }

  /** Something else is judged of a question: what was computed of it is computed again. */
  changed(index: number): void {
    for (const figures of [this.estimates, this.sums, this.bounds]) figures.delete(index);
  }

  /** Positions of the compared systems among the pooled ones; null where one is not pooled, or both are one. */
  private get pair(): readonly [number, number] | null {
    const [first, second] = this.settings.pair.map((at) => this.systems.indexOf(this.input.systems[at]!.id));
    return first! < 0 || second! < 0 || first === second ? null : [first!, second!];
  }

  private questionOf(index: number): PooledQuestion {
    return this.kept(this.questions, index, () => {
      const pooled = this.input.systems.filter(({ id }) => this.settings.systems.has(id));
      const lists = pooled.map(({ top }) => firstOf(this.input, top, index, this.settings.depth));
      return pooledQuestion(this.input.queries[index]!, this.options.poolOf(index), lists);
    });
  }

  private sampleOf(index: number): PassageSample {
    const { measure } = this.options;
    return this.kept(this.samples, index, () => {
      const { seed, known } = this.drawnQuestion(index);
      return passageSample(this.questionOf(index), {
        seed,
        measure,
        pair: null,
        known: (item) => known.includes(item),
      });
    });
  }

  /**
   * As it was drawn with the kept plan; another pool is drawn from anew, with what is judged by now as known. Read before
   * the first judgment that follows.
   */
  private drawnQuestion(index: number): DrawnQuestion {
    return this.kept(this.drawn, index, () => {
      const { query, lists } = this.questionOf(index);
      const pool = this.options.poolOf(index);
      const before = this.before.get(query);
      const items = pool.map(({ key, members }) => ({ key, members }));
      if (before && JSON.stringify([before.items, before.lists]) === JSON.stringify([items, lists])) return before;
      const known = pool.flatMap((item, at) => (this.options.isJudged(index, item) ? [at] : []));
      return { query, seed: this.options.newSeed, items, lists, known };
    });
  }

  private kept<Figure>(figures: Map<number, Figure>, index: number, make: () => Figure): Figure {
    if (!figures.has(index)) figures.set(index, make());
    return figures.get(index)!;
  }
}
