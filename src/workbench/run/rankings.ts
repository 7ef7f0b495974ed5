import type { ResultRecord, LearnedReport } from '../../contract/result';
import type { Questions } from '../../contract/storage';
import { scoredByKey, learnedKey, rankingsKey } from '../../domain/run/kept-keys';
import type { Ports } from '../kernel/ports';
import { withoutExcluded } from '../../domain/chunk/excluded';
import { DocNumbers, type KeptRankings, longestOf, RankingsPacker, unpackRanking } from '../../domain/run/packed';
import type { SystemSpec } from '../../domain/experiment/experiment';
import type { QueryId, Ranking, Run } from '../../base/types';
import { pacer } from '../kernel/pace';
import type { Session } from './session';
import type { SystemRun } from './stages/system';
import { isImported } from '../../domain/experiment/parts';

type OfQuestions = Pick<ResultRecord, 'collection' | 'questionsKey'>;

export async function keepQuestions(
  { storage }: Ports,
  { collection, questionsKey }: OfQuestions,
  { queries, judgments, requirements }: Questions,
): Promise<void> {
  const key = scoredByKey(questionsKey);
  if (await storage.artifacts.has(collection, key)) return;
  const kept: Questions = { queries, judgments, ...(requirements ? { requirements } : {}) };
  await storage.artifacts.put(collection, key, kept);
}

export async function questionsOfResult({ storage }: Ports, { collection, questionsKey }: OfQuestions) {
  return (await storage.artifacts.get(collection, scoredByKey(questionsKey))) as Questions | null;
}

export async function keepRankings(
  { ports, collection }: Pick<Session, 'ports' | 'collection'>,
  result: string,
  system: SystemSpec,
  { rankings }: SystemRun,
): Promise<void> {
  if (isImported(system)) return;
  const docs = new DocNumbers();
  const packer = new RankingsPacker(rankings.map(({ length }) => length));
  const pace = pacer();
  for (const ranking of rankings) {
    await pace();
    for (const { id, score } of ranking) packer.add(docs.of(id), score);
  }
  const kept: KeptRankings = { docs: docs.ids, rankings: packer.packed };
  await ports.storage.artifacts.put(collection, rankingsKey(result, system.id), kept);
}

export async function rankingsOf(ports: Ports, result: ResultRecord, system: string): Promise<Run | null> {
  const lists = await packedListsOf(ports, result, system);
  return lists && new Map(result.queries.map((query) => [query, lists.of(query)]));
}

export interface PackedLists {
  of(query: QueryId): Ranking;
}

async function packedListsOf(ports: Ports, result: ResultRecord, system: string): Promise<PackedLists | null> {
  const { collection, queries, key } = result;
  const spec = result.spec.systems.find(({ id }) => id === system);
  if (spec && isImported(spec)) {
    const run = await ports.storage.runs.get(collection, system);
    if (!run) return null;
    const lists = packedLists(run.queries, run);
    const left = new Map(result.excluded?.map((docs, i) => [queries[i]!, docs]));
    return { of: (query) => withoutExcluded(lists.of(query), left.get(query)) };
  }
  const kept = (await ports.storage.artifacts.get(collection, rankingsKey(key, system))) as KeptRankings | null;
  return kept && packedLists(queries, kept);
}

function packedLists(queries: readonly QueryId[], { docs, rankings }: KeptRankings): PackedLists {
  const positions = new Map(queries.map((query, i) => [query, i]));
  return {
    of(query) {
      const at = positions.get(query);
      return at === undefined ? [] : unpackRanking(rankings, docs, at);
    },
  };
}

export interface KnownLists extends PackedLists {
  readonly cutAt: number | null;
}

/** The whole lists where they were left, else those that the result keeps. */
export async function knownLists(ports: Ports, result: ResultRecord, system: string): Promise<KnownLists> {
  const whole = await packedListsOf(ports, result, system);
  if (whole) return { ...whole, cutAt: null };
  const { top, depth } = result.systems.find(({ id }) => id === system)!;
  const longest = longestOf(top);
  const first = packedLists(result.queries, { docs: result.docs, rankings: top });
  return { ...first, cutAt: longest < depth ? longest : null };
}

export const leastCut = (lists: readonly KnownLists[]): number | null =>
  lists.reduce<number | null>((least, { cutAt }) => (cutAt === null ? least : Math.min(least ?? cutAt, cutAt)), null);

export async function keepLearned(
  { ports, collection }: Pick<Session, 'ports' | 'collection'>,
  result: string,
  system: string,
  report: LearnedReport,
): Promise<void> {
  await ports.storage.artifacts.put(collection, learnedKey(result, system), report);
}

export async function learnedOf({ storage }: Ports, { collection, key }: ResultRecord, system: string) {
  return (await storage.artifacts.get(collection, learnedKey(key, system))) as LearnedReport | null;
}
