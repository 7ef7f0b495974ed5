import { HitrateError } from '../contract/errors';
import type { ResultRecord, StageCount } from '../contract/result';
import { highestGrade } from '../domain/measures/score';
import { toQrels } from '../domain/run/judgments';
import type { ExperimentSpec, SystemSpec } from '../domain/spec/experiment';
import { prepareCorpus } from './corpus';
import { rememberRates } from './estimate';
import { checkFields } from './metadata-problems';
import { pause } from './pause';
import { experimentKey, plannedStages } from './plan';
import type { Ports } from './ports';
import { ResultBuilder } from './result-builder';
import { RowCache } from './row-cache';
import { keepLearned } from './learned';
import { keepRankings } from './rankings';
import type { Environment } from './stages/environment';
import type { GroundTruth } from './stages/ground-truth';
import { SystemRunner, type SystemRun } from './stages/system';
import { Tracker } from './tracker';
import type { RunContext, RunInput } from './types';

/**
 * Runs an experiment on a collection and keeps its result. What was computed before is not computed again; a cancel
 * leaves what is finished in the cache and everything else as it was.
 *
 * @throws {HitrateError} `no-judged-questions`, `model-unavailable`, `device-unavailable`, `storage-full`
 * @throws {DOMException} `AbortError` when the context's signal is aborted
 */
export async function runExperiment(ports: Ports, input: RunInput, context: RunContext): Promise<ResultRecord> {
  const { collection, questions, spec } = input;
  const qrels = toQrels(questions.judgments);
  const queries = questions.queries.filter(({ id }) => qrels.has(id));
  if (queries.length === 0)
    throw new HitrateError(
      'no-judged-questions',
      'No question has a judgment, so there is nothing to evaluate. Add judgments under Questions.',
    );
  checkFields(spec, input.docs);
  const tracker = new Tracker(plannedStages(spec), context.progress);
  tracker.say('Reading the collection');
  await pause();
  const corpus = prepareCorpus(input.docs);
  tracker.say(null);
  const key = experimentKey(ports, spec, corpus, questions);
  const known = await ports.storage.getResult(collection.id, key);
  if (known) return again(ports, known);

  const caches = new Map<string, RowCache>();
  const environment: Environment = {
    collection: collection.id,
    corpus,
    queries,
    ports,
    signal: context.signal,
    tracker,
    rows(namespace) {
      const cache = caches.get(namespace) ?? new RowCache(ports.storage, collection.id, namespace);
      caches.set(namespace, cache);
      return cache;
    },
    loaded: new Map(),
    remarks: new Set(),
    unknownDocuments: new Map(),
    unevaluated: new Map(),
  };
  const truth: GroundTruth = {
    qrels,
    requirements: new Map((questions.requirements ?? []).map(({ query, needs }) => [query, needs])),
    maxGrade: highestGrade(qrels),
  };
  const builder = new ResultBuilder(environment, input, key, truth);
  await runSystems(environment, spec, builder, truth, context);
  const result = builder.build();
  await ports.storage.putResult(result);
  await rememberRates(ports.storage, collection, tracker.rates());
  return result;
}

/** Runs and scores one system after the other. What is ready before the long wait for a reranker is shown at once. */
async function runSystems(
  environment: Environment,
  spec: ExperimentSpec,
  builder: ResultBuilder,
  truth: GroundTruth,
  context: RunContext,
): Promise<void> {
  const runner = new SystemRunner(environment, spec, truth);
  let shown = false;
  for (const system of spec.systems) {
    if (system.rerank && !shown && !builder.empty) {
      context.preview?.(builder.build());
      shown = true;
    }
    const byK = await runAtEveryK(environment, spec, runner, system);
    await builder.add(system, byK);
    const longest = byK.get(Math.max(...spec.ks))!;
    await keepRankings(environment, builder.key, system, longest);
    if (longest.training) await keepLearned(environment, builder.key, system.id, longest.training);
  }
  environment.signal.throwIfAborted();
}

/** A system's runs by the k they are for; lists that are not cut at k are run once for all. */
async function runAtEveryK(
  { signal }: Environment,
  spec: ExperimentSpec,
  runner: SystemRunner,
  system: SystemSpec,
): Promise<ReadonlyMap<number, SystemRun>> {
  const byK = new Map<number, SystemRun>();
  for (const k of spec.ks) {
    signal.throwIfAborted();
    const first = [...byK.values()][0];
    const depth = spec.lists === 'k' ? k : spec.depth;
    byK.set(k, spec.lists === 'depth' && first ? first : await runner.run(system, depth));
  }
  return byK;
}

/** The very same experiment: the result stands, and this run computed nothing. */
async function again(ports: Ports, known: ResultRecord): Promise<ResultRecord> {
  const counts = known.counts.map((each): StageCount => ({
    ...each,
    computed: 0,
    reused: each.computed + each.reused,
  }));
  // The manifest stays that of the run in which the numbers were computed.
  const result = { ...known, counts, createdAt: Date.now() };
  await ports.storage.putResult(result);
  return result;
}
