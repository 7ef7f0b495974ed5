import type { QueryId } from '../../base/types';
import { aggregate } from '../measures/score';
import { liveMeasures } from '../judging/live-measures';
import { firstOf, keptDepth, type PoolInput } from '../judging/pool';
import type { DrawnPassages, DrawnQuestion } from '../judging/plan';
import { type Measure, measureOf } from '../measures/parse';
import type { Interval } from '../statistics/types';
import type { JudgedItems } from './judged-items';
import { estimateKind, type EstimateKind, passageSample, sampleFor, type PassageSample } from './passage-sample';
import { countsNeeds, type MeasureOptions, type PooledQuestion } from './pooled-question';
import { additiveRange, additiveValues, sampledValues } from './sampled-values';

/** What the figures of a run are that were estimated from sampled passages. */
export interface SampledFigures {
  /** Passages that are drawn of each question, beside those that were known. */
  readonly passages: number;
  /** By measure; null where this sample cannot estimate it, so that it has no figures. */
  readonly kinds: Readonly<Record<string, EstimateKind | null>>;
  /** By measure that is estimated: lowest and highest difference of what decides, whatever the grades are. */
  readonly ranges: Readonly<Record<string, Interval>>;
  /** Ids of the systems that passages were drawn for: ranges hold for their lists. */
  readonly planned: readonly string[];
}

/** Estimates of a system, by measure and question; NaN where it has none. */
interface SampledSystem {
  readonly perQuery: Readonly<Record<string, Float64Array>>;
  /** Means over questions. */
  readonly measures: Readonly<Record<string, number>>;
  /** For ratio estimates: the unbiased ones of the sum that they divide, which decide. */
  readonly sums: Readonly<Record<string, Float64Array>>;
}

interface SampledRun {
  /** Lists of the run, at least as deep as its measures read. */
  readonly input: PoolInput;
  readonly drawn: DrawnPassages;
  /** Passages that are drawn of each question. */
  readonly size: number;
  /** Whether some questions have needs, which measures of recall count instead of passages. */
  readonly needs: boolean;
}

interface Column {
  readonly measure: Measure;
  readonly kind: EstimateKind;
  /** By system. */
  readonly values: readonly Float64Array[];
  readonly sums: readonly Float64Array[];
  readonly isCovered: boolean[];
  widest: number;
}

/**
 * The values of a run as estimates, while passages are drawn: {@link sampledValues} of each question, for the lists of the
 * run and each of its measures, whatever measure made the chances. A system is estimated where every passage of its lists
 * had a chance to be drawn, or was known.
 */
export class SampledColumns {
  private readonly columns: readonly Column[];
  private readonly byQuery: ReadonlyMap<QueryId, DrawnQuestion>;
  private readonly isPlanned: boolean[];
  /** Whether every passage of the pools can be drawn, which a ratio needs. */
  private isWhole = true;

  constructor(private readonly run: SampledRun) {
    const { input, drawn, needs } = run;
    const { spec, queries, systems } = input;
    this.byQuery = new Map(drawn.questions.map((question) => [question.query, question]));
    this.isPlanned = systems.map(({ id }) => drawn.systems.includes(id));
    const empty = (): Float64Array => new Float64Array(queries.length).fill(NaN);
    this.columns = liveMeasures(spec, keptDepth(input)).flatMap((text) => {
      const measure = measureOf(text);
      const kind = estimateKind(measure);
      if (!kind || measure.cutoff! > drawn.depth || (needs && countsNeeds(measure))) return [];
      const columns = (): Float64Array[] => systems.map(empty);
      return { measure, kind, values: columns(), sums: columns(), isCovered: systems.map(() => true), widest: 0 };
    });
  }

  /** Widens the ranges by a question of the plan, judged or not: all of them are known before the first judgment. */
  plan(question: DrawnQuestion): void {
    const pooled = pooledOf(question, question.lists);
    const sample = this.sampleOf(question);
    for (const column of this.columns) {
      const [, high] = additiveRange([sampleFor(sample, pooled, column.measure)], this.run.size);
      column.widest = Math.max(column.widest, high);
    }
  }

  /** @param judgedOf of the question at a position of the run */
  add(position: number, judgedOf: (question: DrawnQuestion) => JudgedItems): void {
    const { input, drawn, size } = this.run;
    const question = this.byQuery.get(input.queries[position]!);
    if (!question) {
      for (const { isCovered } of this.columns) isCovered.fill(false);
      return;
    }
    const itemOf = new Map(question.items.flatMap(({ members }, item) => members.map((id) => [id, item] as const)));
    const lists = input.systems.map(({ top }) =>
      firstOf(input, top, position, drawn.depth).map((id) => itemOf.get(id) ?? -1),
    );
    const sample = this.sampleOf(question);
    const reached = new Set([...sample.known, ...sample.order]);
    if (reached.size < question.items.length) this.isWhole = false;
    lists.forEach((list, system) => {
      const before = question.lists[drawn.systems.indexOf(input.systems[system]!.id)];
      if (before?.join() !== list.join()) this.isPlanned[system] = false;
    });
    const { grades, elsewhere } = judgedOf(question);
    const pooled = { ...pooledOf(question, lists), elsewhere };
    for (const column of this.columns) {
      const { measure, kind, isCovered } = column;
      lists.forEach((list, system) => {
        if (!list.slice(0, measure.cutoff!).every((item) => reached.has(item))) isCovered[system] = false;
      });
      const options: MeasureOptions = { measure, relevance: input.spec.relevance, maxGrade: drawn.maxGrade };
      const own = sampleFor(sample, pooled, measure);
      const values = sampledValues(pooled, own, size, grades, options);
      const sums = kind === 'ratio' ? additiveValues(own, size, grades, options) : values;
      if (!values || !sums) continue;
      lists.forEach((list, system) => {
        if (list.length === 0 && input.spec.missing === 'skip') return;
        column.values[system]![position] = values[system]!;
        column.sums[system]![position] = sums[system]!;
      });
    }
  }

  result(): { readonly figures: SampledFigures; readonly systems: readonly SampledSystem[] } {
    const { input, size } = this.run;
    const { spec, queries, systems } = input;
    const estimated = new Map(
      this.columns
        .filter(({ kind }) => kind === 'unbiased' || this.isWhole)
        .map((column) => [column.measure.text, column] as const),
    );
    const none = (): Float64Array => new Float64Array(queries.length).fill(NaN);
    const rowOf = (text: string, system: number): Float64Array => {
      const column = estimated.get(text);
      return column?.isCovered[system] ? column.values[system]! : none();
    };
    return {
      figures: {
        passages: size,
        kinds: Object.fromEntries(spec.measures.map((text) => [text, estimated.get(text)?.kind ?? null])),
        ranges: Object.fromEntries([...estimated].map(([text, { widest }]) => [text, rangeTo(widest)])),
        planned: systems.flatMap(({ id }, system) => (this.isPlanned[system] ? [id] : [])),
      },
      systems: systems.map((_, system) => {
        const perQuery = Object.fromEntries(spec.measures.map((text) => [text, rowOf(text, system)]));
        return {
          perQuery,
          measures: Object.fromEntries(
            spec.measures.map((text) => [text, aggregate(measureOf(text), perQuery[text]!)]),
          ),
          sums: Object.fromEntries(
            [...estimated].flatMap(([text, { kind, isCovered, sums }]) =>
              kind === 'ratio' && isCovered[system] ? [[text, sums[system]!] as const] : [],
            ),
          ),
        };
      }),
    };
  }

  private readonly sampleOf = ({ seed, known, ...question }: DrawnQuestion): PassageSample =>
    passageSample(pooledOf(question, question.lists), {
      seed,
      measure: measureOf(this.run.drawn.measure),
      pair: null,
      known: (item) => known.includes(item),
    });
}

/** With room for rounding: an estimate may be the highest there is. */
const rangeTo = (widest: number): Interval => [-widest * (1 + 1e-9), widest * (1 + 1e-9)];

const pooledOf = (
  { query, items }: Pick<DrawnQuestion, 'query' | 'items'>,
  lists: PooledQuestion['lists'],
): PooledQuestion => ({ query, items: items.map(({ key, members }) => ({ key, passages: members.length })), lists });
