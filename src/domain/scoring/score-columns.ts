import type { DocId, Query, Ranking } from '../../base/types';
import type { ExperimentSpec } from '../experiment/experiment';
import { judge, type JudgedRanking } from '../measures/judge';
import { judgedWithin } from '../measures/measure';
import { type Measure, measureOf } from '../measures/parse';
import { definitionOf } from '../measures/registry';
import { aggregate, rankingScorer, type ScoreOptions } from '../measures/score';
import { judgeTies } from '../measures/ties';
import type { SystemReport, TieRange } from '../report/report';
import type { GroundTruth } from './ground-truth';

export interface ScoredColumns extends Pick<SystemReport, 'measures' | 'perQuery'> {
  readonly ties: Readonly<Record<string, TieRange>>;
  /** Share of unjudged documents among those retrieved within k, over all questions, by k. */
  readonly unjudged: Readonly<Record<number, number>>;
}

interface Rankings {
  readonly rankings: readonly Ranking[];
}

type ScoredRun = ReturnType<typeof groupedByRun>[number] & { readonly score: ReturnType<typeof rankingScorer> };

export class ScoreColumns {
  private readonly measures: readonly Measure[];
  private readonly unjudged: ReadonlyMap<number, UnjudgedShare>;
  private readonly groups: readonly ScoredRun[];
  private readonly options: ScoreOptions & { readonly maxGrade: number };
  private readonly values: ReadonlyMap<string, Float64Array>;
  private readonly low: ReadonlyMap<string, Float64Array>;
  private readonly high: ReadonlyMap<string, Float64Array>;

  constructor(
    spec: Pick<ExperimentSpec, 'measures' | 'ks' | 'relevance' | 'missing'>,
    runs: ReadonlyMap<number, Rankings>,
    private readonly truth: GroundTruth,
    questions: number,
  ) {
    this.measures = spec.measures.map(measureOf);
    this.unjudged = new Map(spec.ks.map((k) => [k, new UnjudgedShare(k)]));
    this.options = { relevance: spec.relevance, missing: spec.missing, maxGrade: truth.maxGrade };
    this.groups = groupedByRun(this.measures, this.unjudged, runs).map((group) => ({
      ...group,
      score: rankingScorer(group.measures, this.options),
    }));
    const columns = () => new Map(this.measures.map(({ text }) => [text, new Float64Array(questions)]));
    [this.values, this.low, this.high] = [columns(), columns(), columns()];
  }

  add({ id }: Pick<Query, 'id'>, i: number): void {
    const [judged, needs] = [this.truth.qrels.get(id)!, this.truth.requirements.get(id)];
    const { text, tokens } = this.truth;
    const textOf = text ? (ids: readonly DocId[]) => text.retrieved(id, ids, tokens) : undefined;
    for (const { run, measures, unjudged, score } of this.groups) {
      const ranking = run.rankings[i]!;
      const judgedRanking = judge(ranking, judged, needs, textOf);
      const values = score(judgedRanking);
      for (const share of unjudged) share.add(judgedRanking);
      const ties = judgeTies(ranking, judged, needs);
      for (const [m, measure] of measures.entries()) {
        const value = values[m]!;
        const bounded = ties !== null && definitionOf(measure).tieOrder !== 'none';
        const { low, high } = bounded ? ties.range(measure, this.options) : { low: value, high: value };
        this.values.get(measure.text)![i] = value;
        this.low.get(measure.text)![i] = low;
        this.high.get(measure.text)![i] = high;
      }
    }
  }

  leaveOut(i: number): void {
    for (const column of [this.values, this.low, this.high]) for (const values of column.values()) values[i] = NaN;
  }

  columns(): ScoredColumns {
    const texts = this.measures.map(({ text }) => text);
    const perQuery = Object.fromEntries(texts.map((text) => [text, this.values.get(text)!]));
    const measures = this.measures.map((measure) => [measure.text, aggregate(measure, perQuery[measure.text]!)]);
    const ranges = this.measures.map((measure) => [measure.text, this.tieRange(measure)] as const);
    const unjudged = [...this.unjudged].map(([k, { value }]) => [k, value]);
    return {
      perQuery,
      measures: Object.fromEntries(measures) as ScoredColumns['measures'],
      ties: Object.fromEntries(ranges.filter(([, range]) => range.questions > 0)),
      unjudged: Object.fromEntries(unjudged) as ScoredColumns['unjudged'],
    };
  }

  private tieRange(measure: Measure): TieRange {
    const [low, high] = [this.low.get(measure.text)!, this.high.get(measure.text)!];
    const questions = low.reduce((count, value, i) => count + Number(value < high[i]!), 0);
    return { low: aggregate(measure, low), high: aggregate(measure, high), questions };
  }
}

function groupedByRun(
  measures: readonly Measure[],
  unjudged: ReadonlyMap<number, UnjudgedShare>,
  runs: ReadonlyMap<number, Rankings>,
) {
  const longest = runs.get(Math.max(...runs.keys()))!;
  const runAt = (k: number | null): Rankings => (k === null ? undefined : runs.get(k)) ?? longest;
  return [...new Set(runs.values())]
    .map((run) => ({
      run,
      measures: measures.filter(({ cutoff }) => runAt(cutoff) === run),
      unjudged: [...unjudged].filter(([k]) => runAt(k) === run).map(([, share]) => share),
    }))
    .filter((group) => group.measures.length > 0 || group.unjudged.length > 0);
}

/** Share of unjudged passages among those retrieved within k. Hole@k divides by k even where a list is shorter. */
export class UnjudgedShare {
  #retrieved = 0;
  #unjudged = 0;

  constructor(private readonly k: number) {}

  add(ranking: JudgedRanking): void {
    const retrieved = Math.min(this.k, ranking.grades.length);
    this.#retrieved += retrieved;
    this.#unjudged += retrieved - judgedWithin(ranking, this.k);
  }

  /** From 0 to 1; 0 where nothing was retrieved. */
  get value(): number {
    return this.#retrieved === 0 ? 0 : this.#unjudged / this.#retrieved;
  }
}
