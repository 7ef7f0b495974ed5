import { HitrateError } from '../../contract/errors';
import { type CollectionRecord, countsOf, type DocumentSources, recordOf } from '../../contract/storage';
import type { ResultRecord } from '../../contract/result';
import { parseTypedJson } from '../../base/typed-json';
import type { ImportedCollection } from '../../domain/dataset/outcome';
import { type Ports, requireCollection, withWorker } from '../kernel/ports';

const SAMPLE_SETTING = 'sample-installed';
/** The same in every tab, so that two first visits at once install one sample. */
const SAMPLE_ID = 'sample';
export const DOCUMENTS_SAMPLE_ID = 'documents-sample';

/** All of it or nothing, and asks the browser not to evict it. @param documents where it is of documents alone */
export async function keepCollection(
  ports: Ports,
  outcome: ImportedCollection,
  name: string,
  origin: CollectionRecord['origin'],
  documents?: DocumentSources,
): Promise<CollectionRecord> {
  const { storage } = ports;
  const { dataset, summary, runs, supplied = [] } = outcome;
  const { docs, queries } = dataset;
  const described =
    outcome.described ?? (await withWorker(ports.documents(), undefined, (worker) => worker.describe({ docs })));
  const record: CollectionRecord = {
    id: origin === 'import' ? randomId() : documents ? DOCUMENTS_SAMPLE_ID : SAMPLE_ID,
    name,
    revision: 0,
    origin,
    createdAt: Date.now(),
    summary,
    counts: countsOf(dataset),
    ...recordOf(described),
    ...(documents ? { documents } : {}),
  };
  const isAlone = runs.length === 0 && supplied.length === 0;
  const beside = isAlone
    ? { runs: [], supplied: [] }
    : (await import('./additions')).recordsBeside(record, { docs, queries }, outcome);
  await storage.collections.add(record, dataset, beside);
  // Not awaited: some browsers ask the user, and the collection is kept whatever the answer.
  if (origin === 'import') storage.space.persist().catch(() => undefined);
  return record;
}

export async function installSample(ports: Ports): Promise<void> {
  if (await ports.storage.settings.get(SAMPLE_SETTING)) return;
  await readSample(ports);
  await ports.storage.settings.put(SAMPLE_SETTING, true);
}

export async function openSample(ports: Ports): Promise<CollectionRecord> {
  const record = (await ports.storage.collections.get(SAMPLE_ID)) ?? (await readSample(ports));
  const results = await ports.storage.results.list(SAMPLE_ID);
  if (results.length === 0) await ports.storage.results.put(parseTypedJson(await ports.sampleResult()) as ResultRecord);
  return record;
}

async function readSample(ports: Ports): Promise<CollectionRecord> {
  const files = await ports.sample();
  const outcome = await withWorker(ports.importer, undefined, (worker) => worker.read({ files }, () => undefined));
  if (!outcome.ok || outcome.kind !== 'collection') throw new HitrateError('sample-unreadable', null);
  return keptOnce(ports, SAMPLE_ID, () => keepCollection(ports, outcome, 'Hitrate sample', 'sample'));
}

/** A collection of fixed id; where another tab has kept it meanwhile, it is that one. */
export async function keptOnce(ports: Ports, id: string, keep: () => Promise<CollectionRecord>) {
  try {
    return await keep();
  } catch (error) {
    if (!(error instanceof HitrateError && error.code === 'changed-elsewhere')) throw error;
    return requireCollection(ports, id);
  }
}

/** `crypto.randomUUID` is missing where a page is served without TLS from another machine. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
