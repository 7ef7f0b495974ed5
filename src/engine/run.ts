import { HitrateError } from '../contract/errors';
import type { ResultRecord, StageCount } from '../contract/result';
import type { CollectionRecord, Questions } from '../contract/storage';
import { toQrels } from '../domain/run/judgments';
import type { ExperimentSpec } from '../domain/spec/experiment';
import type { Doc, DocId, Qrels, Query } from '../domain/types';
import { prepareCorpus } from './corpus';
import { rememberRates } from './estimate';
import { manifestOf } from './manifest';
import { pause } from './pause';
import { experimentKey, plannedStages, questionsKey } from './plan';
import type { Ports } from './ports';
import { RowCache } from './row-cache';
import type { Environment } from './stages/environment';
import { scoreSystem, type Scored } from './stages/score';
import { SystemRunner, type SystemRun } from './stages/system';
import { Tracker } from './tracker';
import type { RunContext } from './types';
import { warningsOf } from './warnings';

export interface RunInput {
  readonly collection: CollectionRecord;
  readonly docs: readonly Doc[];
  readonly questions: Questions;
  readonly spec: ExperimentSpec;
}

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
  const tracker = new Tracker(plannedStages(spec), context.progress);
  tracker.say('Reading the collection');
  await pause();
  const corpus = prepareCorpus(input.docs);
  tracker.say(null);
  const key = experimentKey(ports, spec, corpus.key, questions);
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
  };
  const runs = await runSystems(environment, spec);
  const scored = await scoreAll(environment, spec, runs, inOrder(queries, qrels));
  const result = assemble(environment, input, key, qrels, runs, scored);
  await ports.storage.putResult(result);
  await rememberRates(ports.storage, collection, tracker.rates());
  return result;
}

type SystemRuns = ReadonlyMap<string, ReadonlyMap<number, SystemRun>>;

/** Runs of each system by the k they are for; lists that are not cut at k are run once for all. */
async function runSystems(environment: Environment, spec: ExperimentSpec): Promise<SystemRuns> {
  const runner = new SystemRunner(environment, spec);
  const runs = new Map<string, Map<number, SystemRun>>();
  for (const system of spec.systems) {
    const byK = new Map<number, SystemRun>();
    for (const k of spec.ks) {
      environment.signal.throwIfAborted();
      const first = [...byK.values()][0];
      byK.set(
        k,
        spec.lists === 'depth' && first ? first : await runner.run(system, spec.lists === 'k' ? k : spec.depth),
      );
    }
    runs.set(system.id, byK);
  }
  return runs;
}

/** Judgments in the order of the questions, which is the order of all that is aligned with them. */
const inOrder = (queries: readonly Query[], qrels: Qrels): Qrels =>
  new Map(queries.map(({ id }) => [id, qrels.get(id)!]));

interface ScoredAll {
  readonly systems: readonly Scored[];
  readonly docs: readonly DocId[];
}

async function scoreAll(
  environment: Environment,
  spec: ExperimentSpec,
  runs: SystemRuns,
  qrels: Qrels,
): Promise<ScoredAll> {
  const { tracker, queries } = environment;
  const positions = new Map<DocId, number>();
  const position = (id: DocId): number => {
    const known = positions.get(id) ?? positions.size;
    positions.set(id, known);
    return known;
  };
  tracker.expect('score', queries.length * spec.systems.length);
  const systems: Scored[] = [];
  for (const [id, byK] of runs) {
    environment.signal.throwIfAborted();
    systems.push(await scoreSystem(environment, spec, id, byK, qrels, position));
    tracker.computed('score', queries.length);
  }
  tracker.finish('score');
  environment.signal.throwIfAborted();
  return { systems, docs: [...positions.keys()] };
}

function assemble(
  environment: Environment,
  input: RunInput,
  key: string,
  qrels: Qrels,
  runs: SystemRuns,
  scored: ScoredAll,
): ResultRecord {
  const { queries, corpus, loaded, tracker } = environment;
  const { collection, questions, spec } = input;
  const all = [...runs.values()].flatMap((byK) => [...byK.values()]);
  const warnings = warningsOf({
    spec,
    queries,
    qrels,
    unjudgedQuestions: questions.queries.length - queries.length,
    passages: corpus.texts.length,
    truncatedPassages: Math.max(...all.map((run) => run.truncatedPassages)),
    truncatedPairs: Math.max(...all.map((run) => run.truncatedPairs)),
    oneThread: !environment.ports.isolated,
    remarks: [...environment.remarks],
    systems: scored.systems.map(({ result, tied, judged }) => ({ id: result.id, tied, judged })),
  });
  const createdAt = Date.now();
  const counts = tracker.counts();
  return {
    collection: collection.id,
    key,
    createdAt,
    spec,
    questionsKey: questionsKey(questions),
    queries: queries.map(({ id }) => id),
    docs: scored.docs,
    systems: scored.systems.map(({ result }) => result),
    counts,
    warnings,
    manifest: manifestOf(environment.ports, {
      collection,
      corpus: corpus.key,
      spec,
      createdAt,
      counts,
      warnings,
      loaded,
      evaluated: queries.length,
    }),
  };
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
