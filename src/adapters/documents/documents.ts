import type { FileChange, FileReport } from '../../domain/documents/file-report';
import type { DocumentSources, RefreshedDocuments } from '../../contract/storage';
import { describeDocs } from '../../domain/dataset/corpus';
import { languagesOf } from '../../domain/dataset/languages';
import { documentChanges } from '../../domain/documents/document-changes';
import { FilesByDocument } from '../../domain/documents/document-name';
import { ALSO, type FileDoc, prepare } from '../../domain/documents/prepare';
import { relocate, type Truth } from '../../domain/documents/relocate';
import type { Doc } from '../../base/types';
import { type FilesRead, readDocuments } from '../files/documents/read';
import { HitrateError } from '../../contract/errors';
import type { DocumentsApi, DocumentsProgress, ReadDocuments, SourceFile } from '../../contract/workers';
import type { Database } from '../storage/schema';
import { createPassages, docsOf } from './passages';

/** What is read of files again. @param known hashes of files that need not be parsed where their bytes are the same */
type ReadAgain = (known: Readonly<Record<string, string>>) => Promise<FilesRead>;

async function refreshed(
  stored: readonly Doc[],
  sources: DocumentSources,
  truth: Truth,
  whole: boolean,
  readAgain: ReadAgain,
): Promise<RefreshedDocuments> {
  const filesByDocument = new FilesByDocument(sources.files.map(({ path }) => path));
  const before = stored.map((doc) => ({ file: filesByDocument.of(doc.id) ?? doc.id, doc }));
  const read = await readAgain(knownHashes(sources, before));
  const reports = mergedReports(sources.files, read.files, whole);
  const stays = new Set(reports.filter(({ unchanged }) => unchanged).map(({ report }) => report.path));
  const changes = changesOf(sources.files, reports, read);
  const { preparation, boilerplate = [], columns = {} } = sources;
  const kept = { docs: before.filter(({ file }) => stays.has(file)), boilerplate };
  const prepared = prepare(read.docs, preparation, kept);
  const docs = prepared.docs.map(({ doc }) => doc);
  return {
    changes,
    unchanged: reports.length - changes.filter(({ kind }) => kind !== 'removed').length,
    docs,
    described: describeDocs(docs),
    ...changedDocs(stored, docs),
    relocated: relocate(stored, docs, truth),
    documentChanges: documentChanges(stored, docs),
    sources: {
      preparation,
      files: reports.map(({ report }) => report),
      boilerplate: prepared.boilerplate,
      columns: { ...columns, ...Object.fromEntries(read.tables.map(({ path, chosen }) => [path, chosen])) },
    },
    languages: languagesOf(docs),
  };
}

/** Hashes of files that need not be read again. Duplicates can only be found among all files. */
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

function changesOf(former: readonly FileReport[], merged: readonly MergedReport[], { files }: FilesRead): FileChange[] {
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

type ReadFiles = (
  input: Parameters<typeof readDocuments>[0],
  progress: (step: DocumentsProgress) => void,
  stop: AbortSignal,
) => Promise<FilesRead>;

/** Behind {@link DocumentsApi}: reads documents and keeps them until they are prepared. */
export function createDocuments(
  open: () => Promise<Database>,
  readFiles: ReadFiles = (input, progress, stop) => readDocuments(input, progress, { stop }),
): DocumentsApi {
  let stop = new AbortController();
  let files: readonly SourceFile[] = [];
  let held: FilesRead | null = null;
  /** @throws {HitrateError} `worker-failed` where the worker that had read has ended, and this is another */
  const kept = (): FilesRead => {
    if (!held) throw new HitrateError('worker-failed', { worker: 'documents', why: 'gone' });
    return held;
  };
  let asked = 0;
  const readNow = (
    input: Parameters<ReadFiles>[0],
    progress: Parameters<ReadFiles>[1],
    own = new AbortController(),
  ): Promise<FilesRead> => {
    stop = own;
    return readFiles(input, progress, own.signal);
  };
  return {
    ...createPassages(open),
    async read(input, progress) {
      const found = await readNow(input, progress);
      [held, files] = [found, input.files];
      return summaryOf(found);
    },
    async readTable({ path, columns }, progress) {
      const known = Object.fromEntries(kept().files.map(({ path, hash }) => [path, hash]));
      delete known[path];
      const own = files.filter((file) => path === file.path || path.startsWith(`${file.path}/`));
      const stopped = new AbortController();
      const again = await readNow({ files: own, known, columns: { [path]: columns } }, progress, stopped);
      if (!stopped.signal.aborted) held = withTable(kept(), again, path);
      return summaryOf(kept());
    },
    stopReading() {
      stop.abort();
      return Promise.resolve();
    },
    async effects(preparation) {
      const own = ++asked;
      // Lets pending requests be handled before this begins.
      await new Promise((resolve) => setTimeout(resolve));
      return own === asked ? prepare(kept().docs, preparation).effects : null;
    },
    async prepare(preparation) {
      const { docs: prepared, boilerplate } = prepare(kept().docs, preparation);
      const docs = prepared.map(({ doc }) => doc);
      return { docs, described: describeDocs(docs), boilerplate, languages: languagesOf(docs) };
    },
    refresh: async ({ collection, sources, truth, files, whole }, progress) =>
      refreshed(await docsOf(open, collection), sources, truth, whole, (known) =>
        readNow({ files, known, columns: sources.columns ?? {} }, progress),
      ),
  };
}

const summaryOf = ({ docs, ...read }: FilesRead): ReadDocuments => ({
  ...read,
  docs: docs.length,
  characters: docs.reduce((sum, { doc }) => sum + doc.text.length, 0),
});

function withTable(before: FilesRead, again: FilesRead, path: string): FilesRead {
  const report = again.files.find((file) => file.path === path);
  const table = again.tables.find((each) => each.path === path);
  const own = again.docs.filter(({ file }) => file === path);
  const order = new Map(before.files.map((file, i) => [file.path, i]));
  const docs = [...before.docs.filter(({ file }) => file !== path), ...own];
  return {
    ...before,
    docs: docs.sort((a, b) => (order.get(a.file) ?? 0) - (order.get(b.file) ?? 0)),
    files: before.files.map((file) => (file.path === path && report ? report : file)),
    tables: before.tables.map((each) => (each.path === path && table ? table : each)),
  };
}
