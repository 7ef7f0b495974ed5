import { HitrateError } from '../../contract/errors';
import type { ResultRecord, SearchedPassages, StageCount } from '../../contract/result';
import { rememberRates } from './estimate';
import { experimentKey } from './plan';
import type { Ports } from '../kernel/ports';
import { ResultBuilder } from './result-builder';
import { keepLearned, keepRankings } from './rankings';
import { Runners } from './runners';
import { Session } from './session';
import type { RunContext, RunInput } from '../kernel/run-types';

/**
 * Runs an experiment on a collection and keeps its result. What was computed before is not computed again; a cancel
 * leaves what is finished in the cache and everything else as it was.
 *
 * @throws {HitrateError} `no-judged-questions`, `model-unavailable`, `device-unavailable`, `storage-full`
 * @throws {DOMException} `AbortError` when the context's signal is aborted
 */
export async function runExperiment(ports: Ports, input: RunInput, context: RunContext): Promise<ResultRecord> {
  const { collection, questions, spec } = input;
  const judged = new Set(questions.judgments.map(({ query }) => query));
  const queries = questions.queries.filter(({ id }) => judged.has(id));
  if (queries.length === 0) throw new HitrateError('no-judged-questions', null);
  const session = await Session.open(ports, { collection: collection.id, queries, spec }, context);
  const key = await experimentKey(ports, spec, session.corpus, questions);
  const known = await ports.storage.results.get(collection.id, key);
  if (known) return again(ports, known);

  const builder = new ResultBuilder(session, input, key);
  await runSystems(session, input, builder, context);
  const result = await builder.build();
  await ports.storage.results.put(result);
  await rememberRates(ports.storage, largest(result), session.tracker.rates());
  return result;
}

/** The most passages that were searched: those that took the time. */
const largest = ({ chunkings }: ResultRecord): SearchedPassages =>
  chunkings.reduce((a, b) => (b.passages > a.passages ? b : a), { chunker: null, passages: 0, characters: 0 });

/** Runs and scores one system after the other. What is ready before the long wait for a reranker is shown at once. */
async function runSystems(
  session: Session,
  { questions, spec }: RunInput,
  builder: ResultBuilder,
  context: RunContext,
): Promise<void> {
  const runners = new Runners(session, spec, questions);
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
  }
  context.signal.throwIfAborted();
}

/** The very same experiment: the result is the same, and this run computed nothing. */
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
