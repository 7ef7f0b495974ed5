import { HitrateError } from '../../contract/errors';
import type { DocumentsProgress, ReadDocuments, SourceFile } from '../../contract/workers';
import type { CollectionRecord, DocumentSources, NewDocuments, Questions } from '../../contract/storage';
import type { LanguageShare } from '../../base/language';
import type { FileReport } from '../../domain/documents/file-report';
import { FilesByDocument } from '../../domain/documents/document-name';
import { ALSO, type FileDoc } from '../../domain/documents/prepare';
import type { Relocated } from '../../domain/documents/relocate';
import type { Doc } from '../../base/types';
import { fieldsOfDocs } from './collection-fields';
import { prepareCorpus } from '../kernel/corpus';
import { countsOf } from './counts';
import { readDocuments } from './documents';
import { settledQuestions } from './judging';
import type { Ports } from '../kernel/ports';
import { requireCollection } from '../kernel/require-collection';

/** What became of a file since it was read last. */
export interface FileChange {
  readonly path: string;
  /** `unread`: it was read before and cannot be read now, or is there again and cannot be read; its report says why. */
  readonly kind: 'added' | 'changed' | 'removed' | 'unread';
  /** Null where it is removed. */
  readonly report: FileReport | null;
}

/** What reading a folder again would change; nothing is changed yet. */
export interface Refresh {
  readonly collection: CollectionRecord;
  /** Files that are as they were are not listed. */
  readonly changes: readonly FileChange[];
  readonly unchanged: number;
  /** Documents that there would be, and those of them that are new or read otherwise than before. */
  readonly docs: readonly Doc[];
  readonly changedDocs: number;
  /** Documents that would go. */
  readonly removedDocs: number;
  readonly relocated: Relocated;
  readonly questions: Questions;
  readonly sources: DocumentSources;
  readonly languages: readonly LanguageShare[];
}

export interface RefreshOptions {
  /** Whether files that are not among those given are gone; else they stay as they are. */
  readonly whole: boolean;
  readonly signal: AbortSignal;
  readonly progress: (step: DocumentsProgress) => void;
}

/**
 * Reads the files of a collection of documents again: those whose bytes are the same are not parsed, and their documents
 * stay. Judged places of documents that changed are looked for in what was read.
 */
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
  const stored = await ports.storage.collections.docs(id);
  const filesByDocument = new FilesByDocument(sources.files.map(({ path }) => path));
  const before = stored.map((doc) => ({ file: filesByDocument.of(doc.id) ?? doc.id, doc }));
  const known = knownHashes(sources, before);
  const { columns = {} } = sources;
  const read = await readDocuments(ports, files, { known, columns, signal, progress });
  const reports = mergedReports(sources.files, read.files, whole);
  const stays = new Set(reports.filter(({ unchanged }) => unchanged).map(({ report }) => report.path));
  const changes = changesOf(sources.files, reports, read);
  const { preparation, boilerplate = [] } = sources;
  const kept = { docs: before.filter(({ file }) => stays.has(file)), boilerplate };
  try {
    const preparer = ports.preparer.with(signal);
    const prepared = await preparer.prepare({ docs: read.docs, preparation, before: kept });
    const docs = prepared.docs.map(({ doc }) => doc);
    const relocated = await preparer.relocate({ before: stored, after: docs, truth: questions });
    return {
      collection,
      changes,
      unchanged: reports.length - changes.filter(({ kind }) => kind !== 'removed').length,
      docs,
      ...changedDocs(stored, docs),
      relocated,
      questions,
      sources: {
        preparation,
        files: reports.map(({ report }) => report),
        boilerplate: prepared.boilerplate,
        columns: { ...columns, ...Object.fromEntries(read.tables.map(({ path, chosen }) => [path, chosen])) },
      },
      languages: prepared.languages,
    };
  } finally {
    ports.preparer.release();
  }
}

/**
 * Puts what was read again in the place of the documents, with the judgments that were found again.
 *
 * @throws {HitrateError} `changed-elsewhere` where questions or documents were saved, or something was judged, since the
 * files were read
 */
export async function confirmRefresh(
  ports: Ports,
  { collection, docs, relocated, questions, sources, languages }: Refresh,
): Promise<CollectionRecord> {
  if (docs.length === 0) throw new HitrateError('no-document-left', null);
  // What was judged meanwhile is of the text of before: folded in now, it makes this a change on something else.
  await settledQuestions(ports, collection.id);
  const { judgments, requirements } = relocated;
  const dataset = { ...questions, docs, judgments, ...(requirements ? { requirements } : {}) };
  const { key: corpusKey, metadataKey } = await prepareCorpus(docs);
  const { summary } = await requireCollection(ports, collection.id);
  const documents: NewDocuments = {
    summary: {
      ...summary,
      files: sources.files.filter(({ status }) => status === 'read').map(({ path }) => path),
      languages,
    },
    counts: countsOf(dataset),
    corpusKey,
    ...(metadataKey === null ? {} : { metadata: { key: metadataKey, fields: await fieldsOfDocs(docs) } }),
    documents: sources,
  };
  return ports.storage.collections.replaceDocs(collection.id, collection.revision, documents, dataset);
}

/**
 * Hashes of files that need not be read again. Those of which documents were merged or dropped must be: whether they are
 * the same as others can only be told from all of them. What could not be read may be read now.
 */
function knownHashes({ files }: DocumentSources, docs: readonly FileDoc[]): Record<string, string> {
  const kept = new Map<string, number>();
  const merged = new Set(docs.filter(({ doc }) => doc.metadata?.[ALSO] !== undefined).map(({ file }) => file));
  for (const { file } of docs) kept.set(file, (kept.get(file) ?? 0) + 1);
  const whole = files.filter(
    ({ path, status, docs: count }) => status === 'read' && !merged.has(path) && count === (kept.get(path) ?? 0),
  );
  return Object.fromEntries(whole.map(({ path, hash }) => [path, hash]));
}

interface MergedReport {
  readonly report: FileReport;
  /** Its documents stay as they are. */
  readonly unchanged: boolean;
}

/** The reports there would be, by path: a file that was not parsed again keeps the one it had. */
function mergedReports(former: readonly FileReport[], now: readonly FileReport[], whole: boolean): MergedReport[] {
  const before = new Map(former.map((report) => [report.path, report]));
  const merged = new Map<string, MergedReport>();
  if (!whole) for (const report of former) merged.set(report.path, { report, unchanged: true });
  for (const report of now) {
    const known = report.status === 'unchanged' ? before.get(report.path) : undefined;
    merged.set(report.path, { report: known ?? report, unchanged: known !== undefined });
  }
  return [...merged.values()].sort((a, b) => Number(a.report.path > b.report.path) - Number(a.report.path < b.report.path)); // prettier-ignore
}

function changesOf(
  former: readonly FileReport[],
  merged: readonly MergedReport[],
  { files }: ReadDocuments,
): FileChange[] {
  const before = new Map(former.map((report) => [report.path, report]));
  const now = new Set(merged.map(({ report }) => report.path));
  const given = new Set(files.map(({ path }) => path));
  const changes = merged
    .filter(({ unchanged, report }) => !unchanged && given.has(report.path))
    .flatMap(({ report }): FileChange[] => {
      const { path, hash, status } = report;
      const known = before.get(path);
      // Read again for the sake of duplicates, or not read as before.
      if (known && known.hash === hash && known.status === status) return [];
      if (status !== 'read') return [{ path, kind: 'unread', report }];
      return [{ path, kind: known ? 'changed' : 'added', report }];
    });
  const removed = former.filter(({ path }) => !now.has(path));
  return [...changes, ...removed.map(({ path }): FileChange => ({ path, kind: 'removed', report: null }))];
}

function changedDocs(before: readonly Doc[], after: readonly Doc[]): { changedDocs: number; removedDocs: number } {
  const old = new Map(before.map((doc) => [doc.id, JSON.stringify(doc)]));
  const left = new Set(after.map(({ id }) => id));
  return {
    changedDocs: after.filter((doc) => old.get(doc.id) !== JSON.stringify(doc)).length,
    removedDocs: before.filter(({ id }) => !left.has(id)).length,
  };
}
