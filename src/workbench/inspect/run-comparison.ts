import type { ResultRecord } from '../../contract/result';
import type { Json, QueryId, Ranking } from '../../base/types';
import type { SystemSpec } from '../../domain/experiment/experiment';
import type { Baseline } from '../../domain/check/baseline';
import { type Check, type CheckProblem, planCheck, type RunHashes } from '../../domain/check/check';
import { SAMPLING } from '../../domain/statistics/significant';
import type { Ports } from '../kernel/ports';
import type { Questions } from '../../contract/storage';
import {
  chunkedOtherwise,
  type Incomparable,
  isPaired,
  judgedKeys,
  judgmentChanges,
  type RunQuestions,
  type RunSide,
  type RunSystems,
  type SharedQuestions,
  sharedQuestions,
  sharedSystems,
} from '../../domain/run-comparison/comparability';
import type { FigureChange } from '../../domain/run-comparison/figure-changes';
import { type ListChanges, listChanges } from '../../domain/run-comparison/list-changes';
import { originChanges } from '../../domain/run-comparison/run-origin';
import { judgesPlaces } from '../../domain/run/judgments';
import { knownLists, leastCut, questionsOfResult } from '../run/rankings';
import { rescored } from './rescored';
import { measureOf } from '../../domain/measures/parse';
import { definitionOf } from '../../domain/measures/registry';
import type { SliceChanges } from '../../domain/slices/cells';
import { sliceSource } from './slices';

/** @param options.margin the largest loss that is accepted; null where every loss that is shown is one too many */
export async function checkResult(
  ports: Ports,
  result: ResultRecord,
  baseline: Baseline,
  { measures, margin }: { readonly measures: readonly string[]; readonly margin: number | null },
  signal?: AbortSignal,
): Promise<{ ok: true; check: Check } | { ok: false; problems: readonly CheckProblem[] }> {
  const planned = planCheck(baseline, result, hashesOf(result.manifest), measures);
  if (!planned.ok) return planned;
  const { rows, ...plan } = planned.plan;
  const tests = await ports.statistics.with(signal).lossTests({ rows, margin, ...SAMPLING });
  return { ok: true, check: { ...plan, margin, tests, failed: tests.some(({ failed }) => failed) } };
}

function hashesOf(manifest: Json): RunHashes {
  const { collection = {} } = manifest as { readonly collection?: Partial<Record<keyof RunHashes, string>> };
  const { questionsHash = null, judgmentsHash = null, corpusHash = null } = collection;
  return { questionsHash, judgmentsHash, corpusHash };
}

export interface ComparedResults {
  readonly before: ResultRecord;
  readonly after: ResultRecord;
  readonly systems?: readonly RunSystems[];
}

export interface RunComparisonOptions {
  readonly measure: string;
  readonly margin: number;
  /** `run`: the figures that each run gave. `now`: both scored by the judgments of now. */
  readonly judgments: 'run' | 'now';
}

export type RunChanges = Awaited<ReturnType<typeof runChanges>>;

type ComparedOn<System> =
  | { readonly comparable: false; readonly problem: Incomparable }
  | { readonly comparable: true; readonly questions: SharedQuestions; readonly systems: readonly System[] };

export type RunComparison = ComparedOn<FigureChange>;

export interface ListComparison extends RunSystems, ListChanges {
  readonly cutAt: number | null;
}

export type RunListComparison = ComparedOn<ListComparison>;

/** Two runs, with the questions and judgments of now. */
export interface InspectedRuns {
  readonly ports: Ports;
  readonly runs: ComparedResults;
  readonly questions: { readonly [Side in RunSide]: Questions };
}

const refused = (problem: Incomparable) => ({ comparable: false, problem }) as const;

export async function compareRuns(
  of: InspectedRuns,
  { measure, margin, judgments }: RunComparisonOptions,
  signal?: AbortSignal,
): Promise<RunComparison> {
  const { ports, runs: compared } = of;
  if (!isPaired(measure)) return refused({ code: 'measure-not-paired', data: { measure } });
  const pairs = pairsOf(compared);
  const apart = systemsProblem(compared, pairs) ?? passagesProblem(of, pairs);
  if (apart) return refused(apart);
  const scoredNow = async (run: RunSide) =>
    (await rescored({ ports, questions: of.questions[run], result: compared[run] }, signal)).result;
  const scored =
    judgments === 'run' ? compared : { before: await scoredNow('before'), after: await scoredNow('after') };
  for (const run of ['before', 'after'] as const)
    if (!scored[run]?.spec.measures.includes(measure))
      return refused({ code: 'run-lacks-measure', data: { run, measure } });
  const { before, after } = scored as { readonly [Side in RunSide]: ResultRecord };
  const questions = await shared(of, judgments === 'run');
  if (questions.queries.length === 0) return refused(noQuestion(compared, questions));
  const systems = await ports.statistics.with(signal).figureChanges({
    measure,
    margin,
    systems: pairs.map((pair) => ({
      ...pair,
      valuesBefore: valuesOf(before, pair.before, measure, questions.before),
      valuesAfter: valuesOf(after, pair.after, measure, questions.after),
    })),
    ...SAMPLING,
  });
  return { comparable: true, questions, systems };
}

export async function compareRunLists(
  of: InspectedRuns,
  options: Parameters<typeof listChanges>[1],
): Promise<RunListComparison> {
  const { ports, runs: compared } = of;
  const pairs = pairsOf(compared);
  const apart = systemsProblem(compared, pairs) ?? chunkedOtherwise(pairs, compared.before.spec, compared.after.spec);
  if (apart) return refused(apart);
  const questions = await shared(of, false);
  if (questions.queries.length === 0) return refused(noQuestion(compared, questions));
  const systems: ListComparison[] = [];
  for (const pair of pairs) {
    const before = await knownLists(ports, compared.before, pair.before);
    const after = await knownLists(ports, compared.after, pair.after);
    const cutAt = leastCut([before, after]);
    const list = (lists: { of(query: QueryId): Ranking }, query: QueryId): Ranking =>
      cutAt === null ? lists.of(query) : lists.of(query).slice(0, cutAt);
    const lists = questions.queries.map((query) => [list(before, query), list(after, query)] as const);
    systems.push({ ...pair, cutAt, ...listChanges(lists, options) });
  }
  return { comparable: true, questions, systems };
}

export async function runChanges(ports: Ports, { before, after }: ComparedResults) {
  const [former, now] = await Promise.all([questionsOfResult(ports, before), questionsOfResult(ports, after)]);
  const judgmentsChanged = before.questionsKey !== after.questionsKey;
  return {
    origin: originChanges(
      { experiment: before.spec, manifest: before.manifest },
      { experiment: after.spec, manifest: after.manifest },
    ),
    judgments: judgmentsChanged && former && now ? judgmentChanges(former, now) : null,
    judgmentsChanged,
  };
}

const idsOf = ({ systems }: ResultRecord): string[] => systems.map(({ id }) => id);

const specsOf = ({ systems, spec }: ResultRecord): SystemSpec[] =>
  systems.flatMap(({ id }) => spec.systems.filter((system) => system.id === id));

const pairsOf = ({ before, after, systems }: ComparedResults) =>
  systems ?? sharedSystems(specsOf(before), specsOf(after));

function systemsProblem(runs: ComparedResults, pairs: readonly RunSystems[]): Incomparable | null {
  const [before, after] = [idsOf(runs.before), idsOf(runs.after)];
  if (pairs.length === 0) return { code: 'runs-share-no-system', data: { before, after } };
  for (const pair of pairs)
    for (const run of ['before', 'after'] as const)
      if (!idsOf(runs[run]).includes(pair[run])) return { code: 'run-lacks-system', data: { run, system: pair[run] } };
  return null;
}

function passagesProblem({ runs, questions }: InspectedRuns, pairs: readonly RunSystems[]): Incomparable | null {
  if (judgesPlaces(questions.before) && judgesPlaces(questions.after)) return null;
  return chunkedOtherwise(pairs, runs.before.spec, runs.after.spec);
}

function noQuestion({ before, after }: ComparedResults, questions: SharedQuestions): Incomparable {
  return {
    code: 'runs-share-no-question',
    data: {
      before: before.queries.length,
      after: after.queries.length,
      edited: questions.edited.length,
      rejudged: questions.rejudged.length,
    },
  };
}

async function shared({ ports, runs, questions }: InspectedRuns, asJudged: boolean): Promise<SharedQuestions> {
  const { before, after } = runs;
  const isOneCollection = before.collection === after.collection;
  const questionsOf = async (run: RunSide, result: ResultRecord): Promise<RunQuestions> => {
    const kept = await questionsOfResult(ports, result);
    // Within a collection an id is mostly the same question; elsewhere it says nothing.
    const known = kept ?? (isOneCollection ? null : questions[run]);
    const texts = new Map(known?.queries.map(({ id, text }) => [id, text]));
    const judged = kept && asJudged ? judgedKeys(kept) : null;
    return {
      queries: result.queries,
      texts: result.queries.map((query) => texts.get(query) ?? null),
      judged: result.queries.map((query) => judged?.get(query) ?? null),
    };
  };
  return sharedQuestions(await questionsOf('before', before), await questionsOf('after', after), isOneCollection);
}

function valuesOf(result: ResultRecord, system: string, measure: string, positions: readonly number[]): Float64Array {
  const values = result.systems.find(({ id }) => id === system)!.perQuery[measure]!;
  return Float64Array.from(positions, (position) => values[position]!);
}

/** Null for a measure of which less is better, and where no question has values of both. */
export async function runSlicesOf(
  { ports, runs: { before, after }, questions: questionsNow }: InspectedRuns,
  { questions, systems }: Extract<RunComparison, { comparable: true }>,
  { measure, tags }: { readonly measure: string; readonly tags: ReadonlyMap<QueryId, readonly string[]> },
  signal?: AbortSignal,
): Promise<SliceChanges | null> {
  if (definitionOf(measureOf(measure)).better !== 'higher') return null;
  const { source, analyzer } = await sliceSource(
    { ports, questions: questionsNow.after, result: { ...after, queries: questions.queries } },
    tags,
  );
  return ports.statistics.with(signal).sliceChanges({
    ...source,
    analyzer,
    systems: systems.map((system) => ({
      system: system.after,
      valuesBefore: valuesOf(before, system.before, measure, questions.before),
      valuesAfter: valuesOf(after, system.after, measure, questions.after),
    })),
    ...SAMPLING,
  });
}
