import type { CollectionRecord, KeptRun, RunHeader } from '../../contract/storage';
import type { ImportedRun } from '../../domain/dataset/outcome';
import { runHash } from '../../domain/run/run-hash';
import { systemNames } from '../../domain/run/system-names';
import { SYSTEM_IDS } from '../../domain/experiment/settings';
import { requireCollection } from '../kernel/require-collection';
import { momentAfter } from './next-moment';
import type { Ports } from '../kernel/ports';
import { retrying } from './retrying';

/**
 * Keeps runs that were made elsewhere, to be evaluated beside those made here. One that is there already, hit by hit, is
 * not kept twice.
 *
 * @returns all runs of the collection
 */
export async function addRuns(ports: Ports, id: string, runs: readonly ImportedRun[]): Promise<RunHeader[]> {
  const { storage } = ports;
  const collection = await requireCollection(ports, id);
  await retrying(async () => {
    const records = runRecords(collection, await storage.runs.list(id), runs);
    if (records.length > 0) await storage.runs.add(id, records);
  });
  return storage.runs.list(id);
}

/** Runs as they are kept beside those that are there, each under a name of its own. */
export function runRecords(
  { id, counts }: Pick<CollectionRecord, 'id' | 'counts'>,
  present: readonly RunHeader[],
  runs: readonly ImportedRun[],
): KeptRun[] {
  const hashes = new Set(present.map(({ hash }) => hash));
  const added = runs.map((each) => ({ ...each, hash: runHash(each.run) })).filter(({ hash }) => !hashes.has(hash));
  // Without documents the six systems never run, and their names are free.
  const taken = [...present.map(({ system }) => system), ...(counts.docs > 0 ? SYSTEM_IDS : [])];
  const names = systemNames(added, taken);
  const now = momentAfter(present);
  return added.map(({ file, format, run, hash }, i) => ({
    run,
    header: {
      collection: id,
      system: names[i]!,
      file,
      format,
      // In the order of the files, whatever order the names have.
      addedAt: now + i,
      hash,
      queries: run.queries.length,
      hits: run.rankings.docs.length,
    },
  }));
}
