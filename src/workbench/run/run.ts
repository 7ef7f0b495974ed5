import type { PoolInput } from '../../domain/judging/pool';
import type { NoAnswerResult, ResultRecord, StageCount } from '../../contract/result';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import { SAMPLING } from '../../domain/statistics/significant';
import type { Query } from '../../base/types';
import { isHeldOut } from './parts';
import { Runners, Session, type Opening } from './session';
import { DocNumbers, packRankings } from '../../domain/run/packed';
import type { Ports } from '../kernel/ports';
import type { RunContext, RunInput } from '../kernel/run-types';
import { HitrateError } from '../../contract/errors';
import type { Questions } from '../../contract/storage';
import { trainsOnQuestions } from '../../domain/experiment/parts';
import { type OngoingJudging, unanswerableQuestions } from '../../domain/evidence/counted';
import { questionsIn } from '../../domain/splits/splits';
import { loadAhead } from './ahead';
import { measureLatency } from './latency/measurement';
import type { TimedSystem } from './latency/search-times';
import { experimentKey } from './plan';
import { rememberRates } from './rates';
import { countedNow } from '../kernel/questions';
import { keepQuestions, keepLearned, keepRankings } from './rankings';
import { ResultBuilder } from './result-builder';
import { isImported } from '../../domain/experiment/parts';

/** Systems that learn from the questions are left out: nothing is held out. @returns null without such questions */
async function noAnswerOf(
  session: Session,
  spec: ExperimentSpec,
  unanswerable: readonly Query[],
  answerable: ReadonlyMap<string, Float64Array>,
): Promise<NoAnswerResult | null> {
  if (unanswerable.length === 0) return null;
  const asking = session.asking(unanswerable);
  const ks = [Math.max(...spec.ks)];
  const runners = new Runners(asking, { ...spec, ks }, { queries: unanswerable, judgments: [] });
  const systems = [];
  for (const system of spec.systems) {
    if (isHeldOut(system)) continue;
    const { byK } = await runners.run(system);
    const scores = Float64Array.from(byK.get(ks[0]!)!.rankings, ([first]) => first?.score ?? -Infinity);
    systems.push({ id: system.id, answerable: answerable.get(system.id)!, unanswerable: scores });
  }
  const questions = unanswerable.map(({ id }) => id);
  const report = await session.ports.statistics.with().noAnswer({
    answerable: session.queries.map(({ id }) => id),
    unanswerable: questions,
    systems,
    ...SAMPLING,
  });
  return { ...report, questions };
}

/** Runs systems for questions that need no judgments; those that learn from judgments are left out. */
export async function poolRun(ports: Ports, input: Opening, depth: number, context: RunContext): Promise<PoolInput> {
  const { collection, queries, spec: asked } = input;
  const systems = asked.systems.filter((system) => !isHeldOut(system));
  const { aggregate: _aggregate, ...rest } = asked;
  const spec: ExperimentSpec = { ...rest, systems, lists: 'depth', ks: [Math.min(depth, asked.depth)] };
  const session = await Session.open(ports, { collection, queries, spec }, context);
  const runners = new Runners(session, spec, { queries, judgments: [] });
  const docs = new DocNumbers();
  const found: PoolInput['systems'][number][] = [];
  for (const system of systems) {
    const { byK } = await runners.run(system);
    const { rankings } = byK.get(spec.ks[0]!)!;
    const top = rankings.map((ranking) =>
      ranking.slice(0, depth).map(({ id, score }) => ({ doc: docs.of(id), score })),
    );
    found.push({ id: system.id, top: packRankings(top) });
  }
  return { queries: queries.map(({ id }) => id), docs: docs.ids, spec, systems: found };
}

/**
 * Runs an experiment on a collection and keeps its result. A cancel leaves what is finished in the cache. @throws
 * {HitrateError} `no-judged-questions`, `no-completed-questions`, `split-empty`, `trained-on-test`,
 * `model-unavailable`, `device-unavailable`, `storage-full`
 */
export async function runExperiment(ports: Ports, input: RunInput, context: RunContext): Promise<ResultRecord> {
  const { collection, spec } = input;
  const questions = questionsIn(spec.split, input.questions);
  refuseTrainingOnTest(spec, questions);
  const counted = await countedNow(ports, collection.id, questions);
  const { queries, judging } = counted;
  if (queries.length === 0) throw nothingToScore(spec, judging);
  const aside = unanswerableQuestions(questions);
  const session = await Session.open(
    ports,
    { collection: collection.id, queries, spec, timed: context.timed ?? false, aside },
    context,
  );
  const key = await experimentKey(ports, spec, session.corpus, questions, counted);
  const known = await ports.storage.results.get(collection.id, key);
  // One that came with the app was computed elsewhere: whoever runs it wants to see it run here.
  if (known && !known.shipped && !(context.timed && isUntimed(known))) return again(ports, known);

  const builder = new ResultBuilder(session, { ...input, ...counted }, key);
  const endLoading = loadAhead(session, spec);
  const runs = await runSystems(session, { ...input, questions }, builder, context).finally(endLoading);
  if (context.timed) {
    const show = async (): Promise<void> => context.preview?.(await builder.build());
    builder.addLatencies(await measureLatency(session, spec, runs, show));
  }
  const noAnswer = await noAnswerOf(session, spec, aside, builder.firstScores);
  const result = await builder.build(noAnswer);
  await keepQuestions(ports, result, input.questions);
  await ports.storage.results.put(result);
  await rememberRates(ports.storage, spec, result.chunkings, collection.summary.languages, session.tracker.rates());
  return result;
}

function nothingToScore({ split }: ExperimentSpec, judging: OngoingJudging | null): HitrateError {
  if (judging) return new HitrateError('no-completed-questions', judging);
  return split ? new HitrateError('split-empty', { split }) : new HitrateError('no-judged-questions', null);
}

/** A system that learns from test questions is no longer measured by them. */
function refuseTrainingOnTest({ systems }: ExperimentSpec, { queries }: Questions): void {
  const trained = systems.filter(trainsOnQuestions).map(({ id }) => id);
  if (trained.length > 0 && queries.some(({ split }) => split === 'test'))
    throw new HitrateError('trained-on-test', { systems: trained });
}

async function runSystems(
  session: Session,
  { questions, spec }: RunInput,
  builder: ResultBuilder,
  context: RunContext,
): Promise<TimedSystem[]> {
  const runners = new Runners(session, spec, questions);
  const runs: TimedSystem[] = [];
  let shown = false;
  for (const system of spec.systems) {
    if (system.rerank && !shown && !builder.empty) {
      context.preview?.(await builder.build());
      shown = true;
    }
    const scored = await runners.run(system);
    await builder.add(system, scored);
    const longest = scored.byK.get(Math.max(...spec.ks))!;
    await keepRankings(session, builder.key, system, longest);
    if (longest.training) await keepLearned(session, builder.key, system.id, longest.training);
    // External runs are not timed, and may be large.
    if (context.timed && !isImported(system))
      runs.push({ system, run: longest, context: scored.context, truth: scored.truth });
  }
  context.signal.throwIfAborted();
  return runs;
}

function isUntimed({ systems }: ResultRecord): boolean {
  const own = systems.filter(({ file }) => file === null);
  return own.length > 0 && own.every(({ latency }) => !latency);
}

async function again(ports: Ports, known: ResultRecord): Promise<ResultRecord> {
  const counts = known.counts.map((each): StageCount => ({
    ...each,
    computed: 0,
    reused: each.computed + each.reused,
  }));
  // The manifest stays that of the run in which the numbers were computed.
  const result = { ...known, counts, createdAt: Date.now() };
  await ports.storage.results.put(result);
  return result;
}
