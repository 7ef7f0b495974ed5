import { HitrateError } from '../contract/errors';
import type { CollectionCounts, CollectionRecord, Questions } from '../contract/storage';
import { fitBrought } from '../domain/dataset/brought/fit';
import { summariseFields } from '../domain/dataset/fields';
import type { ImportedCollection } from '../domain/dataset/outcome';
import type { Dataset, Doc } from '../domain/types';
import { keepFitted } from './brought';
import { prepareCorpus } from './corpus';
import type { Ports } from './ports';
import { questionProblems } from './question-problems';
import { requireCollection } from './require-collection';
import { addRuns } from './runs';

const SAMPLE_SETTING = 'sample-installed';
/** The same in every tab, so that two first visits at once install one sample. */
const SAMPLE_ID = 'sample';

/** Keeps an imported collection, all of it or nothing, and asks the browser not to evict it. */
export async function keepCollection(
  ports: Ports,
  outcome: ImportedCollection,
  name: string,
  origin: CollectionRecord['origin'],
): Promise<CollectionRecord> {
  const { storage } = ports;
  const { dataset, summary, runs, brought = [] } = outcome;
  const { key: corpusKey, metadataKey } = prepareCorpus(dataset.docs);
  const record: CollectionRecord = {
    id: origin === 'sample' ? SAMPLE_ID : randomId(),
    name,
    revision: 0,
    origin,
    createdAt: Date.now(),
    summary,
    counts: countsOf(dataset),
    corpusKey,
    ...(metadataKey === null ? {} : { metadata: { key: metadataKey, fields: summariseFields(dataset.docs) } }),
  };
  await storage.addCollection(record, dataset);
  try {
    if (runs.length > 0) await addRuns(ports, record.id, runs);
    const { docs, queries } = dataset;
    // What does not fit was told before: the collection stands without it.
    const { items } = fitBrought(brought, { docs: docs.map(({ id }) => id), queries });
    await keepFitted(ports, record.id, items, queries);
  } catch (error) {
    await storage.removeCollection(record.id);
    throw error;
  }
  // Not awaited: some browsers ask the person, and the collection is kept whatever the answer.
  if (origin === 'import') storage.persist().catch(() => undefined);
  return record;
}

/** Installs the bundled sample at the first visit. Once deleted, it stays away. */
export async function installSample(ports: Ports): Promise<void> {
  if (await ports.storage.getSetting(SAMPLE_SETTING)) return;
  await readSample(ports);
  await ports.storage.putSetting(SAMPLE_SETTING, true);
}

/** Reads the bundled sample, and keeps it as a collection. */
export async function readSample(ports: Ports): Promise<CollectionRecord> {
  const outcome = await ports.importer.with().read({ files: await ports.sample() }, () => undefined);
  ports.importer.release();
  if (!outcome.ok || outcome.kind !== 'collection')
    throw new HitrateError('import-failed', 'The bundled sample could not be read. Reload the page.');
  return keepCollection(ports, outcome, 'Hitrate sample', 'sample');
}

/**
 * Replaces questions and judgments. What is not sound is refused whole, so that nothing is half-saved.
 *
 * @param base revision that the questions were read at
 */
export async function saveQuestions(
  ports: Ports,
  id: string,
  questions: Questions,
  base: number,
): Promise<CollectionRecord> {
  const record = await requireCollection(ports, id);
  const docs = await ports.storage.getDocs(id);
  const problems = questionProblems(
    questions,
    docs.length > 0 ? new Map(docs.map(({ id, text }) => [id, text.length])) : null,
  );
  if (problems.length > 0) throw new HitrateError('import-failed', problems.join('\n'));
  const updated = { ...record, counts: countsOf({ docs, ...questions }), revision: base + 1 };
  await ports.storage.saveQuestions(updated, questions);
  return updated;
}

function countsOf({ docs, queries, judgments }: Dataset): CollectionCounts {
  const judged = new Set(judgments.map(({ query }) => query));
  return {
    docs: docs.length,
    queries: queries.length,
    judgments: judgments.length,
    judgedQueries: queries.filter(({ id }) => judged.has(id)).length,
    characters: docs.reduce((sum: number, doc: Doc) => sum + doc.title.length + doc.text.length, 0),
  };
}

/** `crypto.randomUUID` is missing where a page is served without TLS from another machine. */
function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
