import type { ResultRecord, LearnedReport } from '../../contract/result';
import { DocNumbers, type PackedRankings, RankingsPacker, unpackRankings } from '../../domain/run/packed';
import type { SystemSpec } from '../../domain/experiment/experiment';
import { contentKey } from '../../base/hash';
import type { DocId, Run } from '../../base/types';
import { pacer } from '../kernel/pace';
import type { Ports } from '../kernel/ports';
import type { Session } from './session';
import { isImported, type SystemRun } from './stages/system';

/** A result keeps what is read of each ranking; the whole lists are kept beside it, for whoever wants the run. */
const rankingsKey = (result: string, system: string): string => contentKey({ stage: 'named-rankings', result, system });

/** Rankings with the names of what they rank: passages that were cut are in no collection. */
interface KeptRankings {
  readonly docs: readonly DocId[];
  readonly rankings: PackedRankings;
}

/** Those of an external run are there already. */
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

/** A system's whole lists for the evaluated questions of a result. @returns null where they are no longer there */
export async function rankingsOf(ports: Ports, result: ResultRecord, system: string): Promise<Run | null> {
  const { collection, queries } = result;
  const spec = result.spec.systems.find(({ id }) => id === system);
  if (spec && isImported(spec)) return importedLists(ports, result, system);
  const kept = (await ports.storage.artifacts.get(collection, rankingsKey(result.key, system))) as KeptRankings | null;
  if (!kept) return null;
  const lists = unpackRankings(kept.rankings, kept.docs);
  return new Map(queries.map((query, i) => [query, lists[i]!]));
}

async function importedLists(ports: Ports, { collection, queries }: ResultRecord, system: string): Promise<Run | null> {
  const run = await ports.storage.runs.get(collection, system);
  if (!run) return null;
  const lists = unpackRankings(run.rankings, run.docs);
  const positions = new Map(run.queries.map((query, i) => [query, i]));
  return new Map(queries.map((query) => [query, lists[positions.get(query) ?? -1] ?? []]));
}

/** A report holds a whole model: it is kept beside the result, for whoever looks at it. */
const reportKey = (result: string, system: string): string => contentKey({ stage: 'learned', result, system });

export async function keepLearned(
  { ports, collection }: Pick<Session, 'ports' | 'collection'>,
  result: string,
  system: string,
  report: LearnedReport,
): Promise<void> {
  await ports.storage.artifacts.put(collection, reportKey(result, system), report);
}

/** @returns null where nothing was learned, or it is no longer there */
export async function learnedOf(
  { storage }: Ports,
  { collection, key }: ResultRecord,
  system: string,
): Promise<LearnedReport | null> {
  return (await storage.artifacts.get(collection, reportKey(key, system))) as LearnedReport | null;
}
