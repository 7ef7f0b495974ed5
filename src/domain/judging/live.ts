import { type Measure, measureAt, measureOf } from '../measures/parse';
import { aggregate, rankingScorer } from '../measures/score';
import { judge, type JudgedRanking } from '../measures/judge';
import type { Doc, DocId, Ranking } from '../../base/types';
import {
  type Cutter,
  cutTruth,
  type PooledChunking,
  pooledChunkings,
  type QuestionJudgments,
  type QuestionTruth,
  wholeTruth,
} from './chunkings';
import { unpackRanking } from '../run/packed';
import type { Places } from './places';
import type { PoolInput } from './pool';

interface LiveOptions {
  readonly measure: string;
  /** Of Judged@k. */
  readonly k: number;
  readonly places: Places;
  readonly cutter: Cutter | null;
}

/** Rescores only the lists of the judged question. Equal to a full evaluation. */
export class LiveScores {
  readonly measure: Measure;
  readonly judgedMeasure: Measure;
  private readonly chunkings: readonly PooledChunking[];
  private readonly truths: (readonly QuestionTruth[] | null)[];
  private readonly lists: readonly (readonly Ranking[])[];
  private readonly highest: Float64Array;
  /** Questions with a judgment, whether or not it is of a passage: the engine evaluates them. */
  private readonly counted = new Set<number>();
  private readonly values: readonly Float64Array[];
  private readonly judgedShares: readonly Float64Array[];
  private maxGrade = 0;

  constructor(
    private readonly input: PoolInput,
    private readonly docs: ReadonlyMap<DocId, Doc>,
    { measure, k, places, cutter }: LiveOptions,
  ) {
    this.measure = measureOf(measure);
    this.judgedMeasure = measureAt('Judged', k);
    this.chunkings = pooledChunkings(input, docs, places, cutter);
    this.truths = input.queries.map(() => null);
    this.lists = input.systems.map(({ top }) => input.queries.map((_, index) => unpackRanking(top, input.docs, index)));
    this.highest = new Float64Array(input.queries.length);
    const columns = (): Float64Array[] => input.systems.map(() => new Float64Array(input.queries.length).fill(NaN));
    [this.values, this.judgedShares] = [columns(), columns()];
  }

  /** False where passages that are in no list are not known, see {@link PooledCutting.whole}. */
  get whole(): boolean {
    return this.chunkings.every(({ whole }) => whole);
  }

  /** Takes in what is judged of the question at an index; a question without judgments is in no mean. */
  take(index: number, question: QuestionJudgments): void {
    const { relevance } = this.input.spec;
    this.truths[index] = this.chunkings.map(({ cut }) =>
      cut ? cutTruth(question, this.docs, cut, relevance) : wholeTruth(question),
    );
    this.highest[index] = question.judgments.reduce((most, { grade }) => Math.max(most, grade), 0);
    const maxGrade = this.highest.reduce((most, grade) => Math.max(most, grade), 0);
    const changed = maxGrade !== this.maxGrade;
    this.maxGrade = maxGrade;
    if (question.judgments.length > 0) this.counted.add(index);
    else {
      this.counted.delete(index);
      for (const row of [...this.values, ...this.judgedShares]) row[index] = NaN;
    }
    // Some measures read grades as shares of the highest one.
    for (const each of changed ? this.counted : [index]) this.score(each);
  }

  /** A row a system, aligned with the questions; NaN where nothing is judged. */
  rows(): readonly Float64Array[] {
    return this.values;
  }

  /** Mean over the questions that have a judgment; NaN where none has. */
  mean(system: number): number {
    return aggregate(this.measure, this.values[system]!);
  }

  /** Judged@k, mean over all questions: one without judgments has 0. */
  judgedShare(system: number): number {
    const shares = this.judgedShares[system]!;
    return shares.reduce((sum, share) => sum + (Number.isNaN(share) ? 0 : share), 0) / shares.length;
  }

  private list(index: number, system: number) {
    const at = this.chunkings.findIndex(({ systems }) => systems.includes(system));
    const truth = this.truths[index]?.[at];
    return truth ? { ranking: this.lists[system]![index]!, truth } : null;
  }

  /** What the judgments say of something that was retrieved, by any way of cutting; undefined where they say nothing. */
  gradeOf(index: number, id: DocId): number | undefined {
    const grades = (this.truths[index] ?? []).flatMap(({ judged }) => judged.get(id) ?? []);
    return grades.length > 0 ? Math.max(...grades) : undefined;
  }

  private score(index: number): void {
    if (!this.counted.has(index)) return;
    const { relevance, missing } = this.input.spec;
    const options = { relevance, missing, maxGrade: this.maxGrade };
    const score = rankingScorer([this.measure, this.judgedMeasure], options);
    this.input.systems.forEach((_, system) => {
      const { ranking, truth } = this.list(index, system)!;
      const judged: JudgedRanking = judge(ranking, truth.judged, truth.needs);
      [this.values[system]![index], this.judgedShares[system]![index]] = score(judged) as [number, number];
    });
  }
}
