import type { ResultRecord } from '../contract/result';
import { packRankings, type PackedRankings, unpackRankings } from '../domain/run/packed';
import type { SystemSpec } from '../domain/spec/experiment';
import { contentKey } from '../domain/spec/hash';
import type { Run } from '../domain/types';
import { prepareCorpus } from './corpus';
import type { Ports } from './ports';
import type { Environment } from './stages/environment';
import { isImported, type SystemRun } from './stages/system';

/** A result keeps what is read of each ranking; the whole lists are kept beside it, for whoever wants the run. */
const rankingsKey = (result: string, system: string): string => contentKey({ stage: 'rankings', result, system });

/** Keeps the lists of a system that was run here; those of a run from a file are there already. */
export async function keepRankings(
  { ports, collection, corpus }: Environment,
  result: string,
  system: SystemSpec,
  { rankings }: SystemRun,
): Promise<void> {
  if (isImported(system)) return;
  const lists = rankings.map((ranking) => ranking.map(({ id, score }) => ({ doc: corpus.positions.get(id)!, score })));
  await ports.storage.putArtifact(collection, rankingsKey(result, system.id), packRankings(lists));
}

/**
 * The whole lists of a system of a result, for the questions that were evaluated.
 *
 * @returns null where they are no longer there
 */
export async function rankingsOf(ports: Ports, result: ResultRecord, system: string): Promise<Run | null> {
  const { collection, queries } = result;
  const spec = result.spec.systems.find(({ id }) => id === system);
  if (spec && isImported(spec)) return importedLists(ports, result, system);
  const packed = (await ports.storage.getArtifact(
    collection,
    rankingsKey(result.key, system),
  )) as PackedRankings | null;
  if (!packed) return null;
  const { ids } = prepareCorpus(await ports.storage.getDocs(collection));
  const lists = unpackRankings(packed, ids);
  return new Map(queries.map((query, i) => [query, lists[i]!]));
}

async function importedLists(ports: Ports, { collection, queries }: ResultRecord, system: string): Promise<Run | null> {
  const run = await ports.storage.getRun(collection, system);
  if (!run) return null;
  const lists = unpackRankings(run.rankings, run.docs);
  const positions = new Map(run.queries.map((query, i) => [query, i]));
  return new Map(queries.map((query) => [query, lists[positions.get(query) ?? -1] ?? []]));
}
