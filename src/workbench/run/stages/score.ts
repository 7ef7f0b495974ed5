import type { DocId, Ranking } from '../../../base/types';
import type { ExperimentSpec, SystemSpec } from '../../../domain/experiment/experiment';
import { DEFAULT_SETTINGS } from '../../../domain/experiment/settings';
import { measureOf } from '../../../domain/measures/parse';
import { searchOf } from '../../../domain/experiment/retrievers';
import { tokensOf } from '../../kernel/corpus';
import type { Ports } from '../../kernel/ports';
import type { GroundTruth } from '../../../domain/scoring/ground-truth';
import { ScoreColumns } from '../../../domain/scoring/score-columns';
import type { SystemResult } from '../../../contract/result';
import { pacer } from '../../kernel/pace';
import { firstRelevantRank } from '../../../domain/measures/measure';
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
