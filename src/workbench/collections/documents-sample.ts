import { HitrateError } from '../../contract/errors';
import type { CollectionRecord } from '../../contract/storage';
import { NO_PREPARATION } from '../../domain/documents/preparation';
import { addQuestions } from '../../domain/questions/add';
import { importedQuestions } from '../../domain/questions/import/placed-questions';
import { DOCUMENTS_SAMPLE_ID, keptOnce } from './collections';
import { saveQuestions } from './save-questions';
import { readDocuments } from './documents';
import type { Ports } from '../kernel/ports';
import { withQuestions } from './questions';

const NAME = 'The Breakwater';
const QUESTIONS = /\.csv$/;

/** The bundled sample of documents with questions, which is read as the user's own folder and questions are. */
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
  const asked = await withQuestions(ports, record.id, context.signal, (worker, docs) =>
    worker.readQuestions({ files: tables, docs }, context.progress),
  );
  if (!asked.ok) throw new HitrateError('sample-unreadable', null);
  const [docs, before] = await Promise.all([
    ports.storage.collections.docs(record.id),
    ports.storage.questions.get(record.id),
  ]);
  const given = importedQuestions(asked.questions, { confirmed: new Set(), keepUnmet: true });
  const { questions } = addQuestions(before, given, docs);
  return saveQuestions(ports, record.id, questions, record.revision);
}
