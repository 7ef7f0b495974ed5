import { HitrateError } from '../../contract/errors';
import type { ResultRecord } from '../../contract/result';
import type { Questions } from '../../contract/storage';
import type { Ranking } from '../../base/types';
import { firstRelevantRank } from '../../domain/measures/first-relevant';
import { judge } from '../../domain/measures/judge';
import { type Measure, measureOf } from '../../domain/measures/parse';
import { rankingScorer } from '../../domain/measures/score';
import { DEFAULT_RESAMPLES, DEFAULT_SEED } from '../../domain/statistics/defaults';
import { significant } from '../../domain/statistics/significant';
import { rerankAgreement, GATE_SIGNALS, signalOf } from '../../domain/weak-retrieval/signals';
import { GATE_FOLDS, type WeakRetrieval, type WeakRetrievalInput } from '../../domain/weak-retrieval/weak-retrieval';
import { listDepth } from '../../domain/experiment/experiment';
import { canBeGated } from './can-be-gated';
import { pacer } from '../kernel/pace';
import type { Ports } from '../kernel/ports';
import { Runners } from '../run/runners';
import { Session } from '../run/session';
import { cachedPorts, isNotCached } from './cached-ports';
import { type StageLists, stageLists } from './system-trace';

export interface WeakRetrievalOptions {
  /** A reranking system of the result. */
  readonly system: string;
  readonly measure: string;
  /** Retrieval is weak where the first k before reranking have no relevant passage. */
  readonly k: number;
}

/**
 * How well the lists of a reranking system predict weak retrieval, and what reranking the weak questions alone would cost,
 * from the caches of its run and by the judgments of now. Null where the lists are no longer kept, or there are fewer
 * questions than folds.
 *
 * @throws {HitrateError} `collection-missing`
 */
export async function weakRetrievalOf(
  ports: Ports,
  questions: Questions,
  result: ResultRecord,
  { system: id, measure, k }: WeakRetrievalOptions,
  signal?: AbortSignal,
): Promise<WeakRetrieval | null> {
  const system = result.spec.systems.find((each) => each.id === id);
  if (!system || !canBeGated(result, system)) throw new HitrateError('not-gated', { system: id });
  const ended = signal ?? new AbortController().signal;
  const spec = { ...result.spec, systems: [system] };
  const asked = new Map(questions.queries.map((query) => [query.id, query]));
  const queries = result.queries.flatMap((query) => asked.get(query) ?? []);
  const opening = { collection: result.collection, queries, spec };
  const following = { signal: ended, progress: () => undefined };
  const session = await Session.open(cachedPorts(ports), opening, following);
  const { runner, truth } = new Runners(session, spec, questions).runnerOf(await session.chunking(system));
  const found = await stageLists(runner, system, spec, listDepth(spec)).catch((error: unknown) => {
    if (isNotCached(error)) return null;
    throw error;
  });
  if (!found) return null;
  const lists = rerankedLists(found);
  const judged = queries.flatMap((query, q) => {
    const grades = truth.qrels.get(query.id);
    return grades ? [{ q, id: query.id, grades, needs: truth.requirements.get(query.id) }] : [];
  });
  if (judged.length < GATE_FOLDS) return null;
  const score = scorerOf(measureOf(measure), spec, truth.maxGrade);
  const pace = pacer(ended);
  const [before, after, weak]: [number[], number[], boolean[]] = [[], [], []];
  for (const { q, grades, needs } of judged) {
    await pace();
    before.push(score(judge(lists.before[q]!, grades, needs)));
    after.push(score(judge(lists.after[q]!, grades, needs)));
    const rank = firstRelevantRank(lists.before[q]!, grades, spec.relevance);
    weak.push(rank === null || rank > k);
  }
  const input: WeakRetrievalInput = {
    questions: judged.map(({ id: query }) => query),
    signals: signalsOf(
      judged.map(({ q }) => q),
      lists,
    ),
    weak,
    before: significant(before),
    after: significant(after),
    seed: DEFAULT_SEED,
    resamples: DEFAULT_RESAMPLES,
  };
  return ports.statistics.with(signal).weakRetrieval(input);
}

interface RerankedLists {
  readonly retrieved: readonly (readonly Ranking[])[];
  readonly before: readonly Ranking[];
  readonly after: readonly Ranking[];
}

function rerankedLists({ lists, steps }: StageLists): RerankedLists {
  const at = steps.findIndex(({ part }) => part === 'rerank');
  return { retrieved: lists, before: steps[at - 1]?.rankings ?? lists[0]!, after: steps[at]!.rankings };
}

function signalsOf(questions: readonly number[], { retrieved, before, after }: RerankedLists) {
  const known = GATE_SIGNALS.filter((signal) => signal !== 'overlap' || retrieved.length > 1);
  const listsOf = (q: number) => ({ before: before[q]!, retrieved: retrieved.map((lists) => lists[q]!) });
  return {
    ...Object.fromEntries(known.map((signal) => [signal, questions.map((q) => signalOf(signal, listsOf(q)))])),
    agreement: questions.map((q) => rerankAgreement(before[q]!, after[q]!)),
  };
}

/** Questions without results count as 0 here, whatever the experiment says: a gate leaves none out. */
function scorerOf(measure: Measure, { relevance }: ResultRecord['spec'], maxGrade: number) {
  const score = rankingScorer([measure], { relevance, missing: 'zero', maxGrade });
  return (ranking: Parameters<typeof score>[0]): number => score(ranking)[0]!;
}
