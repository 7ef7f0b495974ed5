import type { DocId, Ranking, Query } from '../../../base/types';
import type { ExperimentSpec, SystemSpec } from '../../../domain/experiment/experiment';
import { DEFAULT_SETTINGS } from '../../../domain/experiment/settings';
import { measureOf, type Measure } from '../../../domain/measures/parse';
import { searchOf } from '../../../domain/experiment/retrievers';
import { tokensOf } from '../../kernel/corpus';
import type { Ports } from '../../kernel/ports';
import type { GroundTruth } from '../ground-truth';
import type { SystemResult, TieRange } from '../../../contract/result';
import { pacer } from '../../kernel/pace';
import { firstRelevantRank, judgedWithin } from '../../../domain/measures/measure';
import { judge, type JudgedRanking } from '../../../domain/measures/judge';
import { definitionOf } from '../../../domain/measures/registry';
import { aggregate, rankingScorer, type ScoreOptions } from '../../../domain/measures/score';
import { judgeTies } from '../../../domain/measures/ties';
import { median, p95 } from '../../../domain/statistics/quantile';
import { RankingsPacker } from '../../../domain/run/packed';
import type { StageContext } from '../stage-context';
import type { SystemRun } from './system';
import { isImported } from '../../../domain/experiment/parts';

const STEP = 8;

/** Tokens that a budget can reach, counted by the first embedding model of the experiment, or the bundled one. */
export async function withTokens(
  ports: Ports,
  spec: Pick<ExperimentSpec, 'systems' | 'measures'>,
  truth: GroundTruth,
  lists: readonly Ranking[],
  signal: AbortSignal,
): Promise<GroundTruth> {
  const { text } = truth;
  const budget = Math.max(0, ...spec.measures.map((measure) => measureOf(measure).parameters.tokens ?? 0));
  if (budget === 0 || !text) return truth;
  const count = await tokensOf(ports, await tokenizerOf(ports, spec), signal);
  const counted = new Map<DocId, number>();
  const open = new Map(lists.map((list) => [list, 0]));
  for (let at = 0; open.size > 0; at += STEP) {
    const reached = [...open.keys()].map((list) => [list, list.slice(at, at + STEP).map(({ id }) => id)] as const);
    const ids = [...new Set(reached.flatMap(([, own]) => own))].filter((id) => !counted.has(id));
    const tokens = await count(ids.map((id) => text.textOf(id)));
    ids.forEach((id, i) => counted.set(id, tokens[i]!));
    for (const [list, own] of reached) {
      const spent = own.reduce((sum, id) => sum + counted.get(id)!, open.get(list)!);
      if (spent >= budget || at + STEP >= list.length) open.delete(list);
      else open.set(list, spent);
    }
  }
  return { ...truth, tokens: counted };
}

async function tokenizerOf(ports: Ports, { systems }: Pick<ExperimentSpec, 'systems'>) {
  const searches = systems.flatMap(({ retrievers }) => retrievers.map((each) => searchOf(each)));
  const dense = searches.find((search) => search.kind === 'dense');
  if (dense) return dense;
  const model = DEFAULT_SETTINGS.embeddingModel;
  const card = (await ports.models.cards()).find(({ id }) => id === model);
  return { model, revision: card?.revision ?? '', maxTokens: card?.maxTokens ?? 0 };
}

const KEPT = 20;

export async function scoreSystem(
  context: StageContext,
  spec: ExperimentSpec,
  system: SystemSpec,
  runs: ReadonlyMap<number, SystemRun>,
  truth: GroundTruth,
  position: (id: DocId) => number,
): Promise<SystemResult> {
  const { queries, ports, signal } = context;
  const lists = [...new Set(runs.values())].flatMap(({ rankings }) => rankings);
  const counted = await withTokens(ports, spec, truth, lists, signal);
  const scores = new ScoreColumns(spec, runs, counted, queries.length);
  const shown = runs.get(Math.max(...spec.ks))!;
  const firstRelevant = new Uint32Array(queries.length);
  const kept = Math.max(KEPT, ...spec.ks);
  const top = new RankingsPacker(shown.rankings.map(({ length }) => Math.min(length, kept)));
  const pace = pacer(context.signal);
  for (const [i, query] of queries.entries()) {
    await pace();
    scores.add(query, i);
    const ranking = shown.rankings[i]!;
    firstRelevant[i] = firstRelevantRank(ranking, truth.qrels.get(query.id)!, spec.relevance) ?? 0;
    for (const { id, score } of ranking.slice(0, kept)) top.add(position(id), score);
  }
  return {
    id: system.id,
    file: isImported(system) ? await fileOf(context, system.id) : null,
    ...scores.columns(),
    answered: shown.rankings.filter((ranking) => ranking.length > 0).length,
    depth: shown.rankings.reduce((most, ranking) => Math.max(most, ranking.length), 0),
    timings: isImported(system) ? null : timingsOf(shown),
    ...(spec.lists === 'k' && !isImported(system) ? { millisecondsAtK: millisecondsAtK(runs) } : {}),
    ...(shown.vectorSearch.length > 0 ? { vectorSearch: shown.vectorSearch } : {}),
    ...(shown.latency ? { latency: shown.latency } : {}),
    firstRelevant,
    top: top.packed,
  };
}

async function fileOf({ ports, collection }: StageContext, system: string): Promise<string | null> {
  const runs = await ports.storage.runs.list(collection);
  return runs.find((run) => run.system === system)?.file ?? null;
}

type Rankings = Pick<SystemRun, 'rankings'>;

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

  columns(): Pick<SystemResult, 'measures' | 'perQuery' | 'ties' | 'unjudged'> {
    const texts = this.measures.map(({ text }) => text);
    const perQuery = Object.fromEntries(texts.map((text) => [text, this.values.get(text)!]));
    const measures = this.measures.map((measure) => [measure.text, aggregate(measure, perQuery[measure.text]!)]);
    const ranges = this.measures.map((measure) => [measure.text, this.tieRange(measure)] as const);
    const unjudged = [...this.unjudged].map(([k, { value }]) => [k, value]);
    return {
      perQuery,
      measures: Object.fromEntries(measures) as SystemResult['measures'],
      ties: Object.fromEntries(ranges.filter(([, range]) => range.questions > 0)),
      unjudged: Object.fromEntries(unjudged) as SystemResult['unjudged'],
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

const questionsTook = ({ milliseconds }: SystemRun): number => milliseconds.reduce((sum, ms) => sum + ms, 0);

const millisecondsAtK = (runs: ReadonlyMap<number, SystemRun>) =>
  Object.fromEntries([...runs].map(([k, run]) => [k, questionsTook(run)]));

function timingsOf(run: SystemRun): SystemResult['timings'] {
  return {
    indexMilliseconds: run.indexMilliseconds,
    queryMedianMilliseconds: median(run.milliseconds),
    queryP95Milliseconds: p95(run.milliseconds),
    totalMilliseconds: run.indexMilliseconds + questionsTook(run),
  };
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
