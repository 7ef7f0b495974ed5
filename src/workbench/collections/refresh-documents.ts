import { HitrateError } from '../../contract/errors';
import type { DocumentsProgress, SourceFile } from '../../contract/workers';
import type { CollectionRecord, NewDocuments, Questions, RefreshedDocuments } from '../../contract/storage';
import { type DocumentsStep, documentsStepKey } from '../../domain/label-changes/documents-step';
import { staleLabels } from '../../domain/label-changes/stale-labels';
import { addStaleLabels } from './label-concerns';
import { recordOf } from './collections';
import { countsOf } from './records';
import { settledQuestions } from './judging';
import { type Ports, requireCollection, withWorker } from '../kernel/ports';
import type { Following } from '../kernel/run-types';

export interface Refresh extends RefreshedDocuments {
  readonly collection: CollectionRecord;
  readonly questions: Questions;
}

export interface RefreshOptions extends Following<DocumentsProgress> {
  /** Whether files that are not among those given are gone; else they stay as they are. */
  readonly whole: boolean;
}

export async function refreshDocuments(
  ports: Ports,
  id: string,
  files: readonly SourceFile[],
  { whole, signal, progress }: RefreshOptions,
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
  const step: DocumentsStep = {
    to: documents.corpusKey,
    documents: documentChanges,
    parts: relocated.traced,
  };
  if (step.to !== collection.corpusKey)
    await ports.storage.artifacts.put(collection.id, documentsStepKey(collection.corpusKey), step);
  const replaced = await ports.storage.collections.replaceDocs(collection.id, collection.revision, documents, dataset);
  // Afterwards: what was not replaced leaves nothing to check.
  await addStaleLabels(ports, collection.id, staleLabels(relocated, documentChanges));
  return replaced;
}
