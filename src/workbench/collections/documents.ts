import { HitrateError } from '../../contract/errors';
import type {
  DocumentsApi,
  DocumentsProgress,
  ImportProgress,
  ReadDocuments,
  SourceFile,
} from '../../contract/workers';
import type {
  CollectionRecord,
  PreparedDocuments,
  NewDocuments,
  Questions,
  RefreshedDocuments,
} from '../../contract/storage';
import type { Mappings } from '../../domain/dataset/roles/with-roles';
import type { ColumnChoice } from '../../domain/documents/file-report';
import { type Preparation, NO_PREPARATION } from '../../domain/documents/preparation';
import { type Ports, requireCollection, withWorker } from '../kernel/ports';
import type { Following } from '../kernel/run-types';
import { keepCollection, DOCUMENTS_SAMPLE_ID, keptOnce } from './collections';
import { addQuestions } from '../../domain/questions/add';
import { importedQuestions } from '../../domain/questions/place-questions';
import { saveQuestions } from './save-questions';
import { countsOf, recordOf } from '../../contract/storage';
import { withQuestions, settledQuestions } from './stored-questions';
import { staleLabels } from '../../domain/documents/stale-labels';
import { addStaleLabels } from './label-concerns';

export type DocumentsSession = Awaited<ReturnType<typeof readDocuments>>;

/** @param options.stop ends reading and gives what was read so far, where an abort of the signal gives nothing */
export async function readDocuments(
  ports: Ports,
  files: readonly SourceFile[],
  { signal, stop, progress }: Following<DocumentsProgress> & { readonly stop?: AbortSignal },
) {
  const port = ports.documents();
  const worker = port.with(signal);
  try {
    let found = await stopping(worker, stop, () => worker.read({ files }, progress));
    signal.throwIfAborted();
    // Whoever no longer wants it does not close it.
    const end = (): void => port.release();
    signal.addEventListener('abort', end);
    return {
      get found() {
        return found;
      },
      async readTable(path: string, columns: ColumnChoice, options: Following<DocumentsProgress>) {
        // Without the signal: ending the worker would lose what it read.
        const own = port.with();
        // The answer says what the worker now holds, also where it came too late.
        found = await stopping(own, options.signal, () => own.readTable({ path, columns }, options.progress));
        options.signal.throwIfAborted();
        return found;
      },
      /** What each step would do, after those before it; null where another preparation was asked about meanwhile. */
      effects: (preparation: Preparation) => port.with().effects(preparation),
      /** Questions of tables, with the places that the prepared documents have. */
      async questionsIn(
        tables: readonly SourceFile[],
        {
          preparation,
          mappings,
          ...options
        }: Following<ImportProgress> & { preparation: Preparation; mappings: Mappings },
      ) {
        const { docs } = await port.with().prepare(preparation);
        const input = { files: tables, docs, mappings };
        return withWorker(ports.questions, options.signal, (asking) => asking.readQuestions(input, options.progress));
      },
      keep: async (preparation: Preparation, name: string, origin: CollectionRecord['origin'] = 'import') => {
        const prepared = await port.with().prepare(preparation);
        return keepDocuments(ports, found, prepared, preparation, name, origin);
      },
      /** Adds the questions of tables to the documents that were kept. */
      addQuestions: (record: CollectionRecord, tables: readonly SourceFile[], mappings: Mappings) =>
        addImported(ports, record, tables, mappings, false),
      close() {
        signal.removeEventListener('abort', end);
        end();
      },
    };
  } catch (error) {
    port.release();
    throw error;
  }
}

async function stopping<T>(worker: DocumentsApi, stop: AbortSignal | undefined, read: () => Promise<T>): Promise<T> {
  // Where this fails, reading has ended otherwise.
  const onStop = (): void => void worker.stopReading().catch(() => undefined);
  try {
    const reading = read();
    if (stop?.aborted) onStop();
    stop?.addEventListener('abort', onStop);
    return await reading;
  } finally {
    stop?.removeEventListener('abort', onStop);
  }
}

function keepDocuments(
  ports: Ports,
  { name: proposed, files, tables }: ReadDocuments,
  { docs, described, boilerplate, languages }: PreparedDocuments,
  preparation: Preparation,
  name: string,
  origin: CollectionRecord['origin'],
): Promise<CollectionRecord> {
  if (docs.length === 0) throw new HitrateError('no-readable-document', null);
  const summary = {
    name: proposed,
    format: 'documents',
    files: files.filter(({ status }) => status === 'read').map(({ path }) => path),
    splits: [],
    split: null,
    languages,
  } as const;
  const dataset = { docs, queries: [], judgments: [] };
  return keepCollection(
    ports,
    { ok: true, kind: 'collection', dataset, described, summary, runs: [], warnings: [] },
    name.trim() || proposed,
    origin,
    {
      preparation,
      files,
      boilerplate,
      columns: Object.fromEntries(tables.map(({ path, chosen }) => [path, chosen])),
    },
  );
}

const NAME = 'The Breakwater';
const QUESTIONS = /\.csv$/;

export async function documentsSample(ports: Ports): Promise<CollectionRecord> {
  const kept = await ports.storage.collections.get(DOCUMENTS_SAMPLE_ID);
  // One without questions was left behind by a tab that was closed in between, or they were deleted.
  if (kept && kept.counts.queries > 0) return kept;
  const files = await ports.documentsSample();
  const context = { signal: new AbortController().signal, progress: () => undefined };
  const texts = files.filter(({ path }) => !QUESTIONS.test(path));
  const keep = async (): Promise<CollectionRecord> => {
    const session = await readDocuments(ports, texts, context);
    return session.keep(NO_PREPARATION, NAME, 'sample').finally(() => session.close());
  };
  const record = kept ?? (await keptOnce(ports, DOCUMENTS_SAMPLE_ID, keep));
  const tables = files.filter(({ path }) => QUESTIONS.test(path));
  return addImported(ports, record, tables, {}, true);
}

async function addImported(
  ports: Ports,
  { id, revision }: CollectionRecord,
  files: readonly SourceFile[],
  mappings: Mappings,
  keepUnmet: boolean,
): Promise<CollectionRecord> {
  const asked = await withQuestions(ports, id, new AbortController().signal, (worker, docs) =>
    worker.readQuestions({ files, docs, mappings }, () => undefined),
  );
  if (!asked.ok) throw new HitrateError('files-unfit', { problems: asked.problems });
  const [docs, before] = await Promise.all([ports.storage.collections.docs(id), ports.storage.questions.get(id)]);
  const given = importedQuestions(asked.questions, { confirmed: new Set(), keepUnmet });
  const { questions } = addQuestions(before, given, docs);
  return saveQuestions(ports, id, questions, revision);
}

export interface Refresh extends RefreshedDocuments {
  readonly collection: CollectionRecord;
  readonly questions: Questions;
}

/** @param options.whole whether files that are not among those given are gone; else they stay as they are */
export async function refreshDocuments(
  ports: Ports,
  id: string,
  files: readonly SourceFile[],
  { whole, signal, progress }: Following<DocumentsProgress> & { readonly whole: boolean },
): Promise<Refresh> {
  const { questions } = await settledQuestions(ports, id);
  const collection = await requireCollection(ports, id);
  const sources = collection.documents;
  if (!sources) throw new HitrateError('not-from-documents', null);
  const input = { collection: id, sources, truth: questions, files, whole };
  const refreshed = await withWorker(ports.documents(), signal, (worker) => worker.refresh(input, progress));
  return { collection, questions, ...refreshed };
}

/** @throws {HitrateError} `changed-elsewhere` where something was saved or judged since the files were read */
export async function confirmRefresh(
  ports: Ports,
  { collection, docs, described, relocated, documentChanges, questions, sources, languages }: Refresh,
): Promise<CollectionRecord> {
  if (docs.length === 0) throw new HitrateError('no-document-left', null);
  // What was judged meanwhile is of the text of before: folded in now, it makes this a change on something else.
  await settledQuestions(ports, collection.id);
  const { judgments, requirements } = relocated;
  const dataset = { ...questions, docs, judgments, ...(requirements ? { requirements } : {}) };
  const { summary } = await requireCollection(ports, collection.id);
  const documents: NewDocuments = {
    summary: {
      ...summary,
      files: sources.files.filter(({ status }) => status === 'read').map(({ path }) => path),
      languages,
    },
    counts: countsOf(dataset),
    ...recordOf(described),
    documents: sources,
  };
  const replaced = await ports.storage.collections.replaceDocs(collection.id, collection.revision, documents, dataset);
  // Afterwards: what was not replaced leaves nothing to check.
  await addStaleLabels(ports, collection.id, staleLabels(relocated, documentChanges));
  return replaced;
}
