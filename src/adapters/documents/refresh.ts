import type { FileChange } from '../../domain/documents/file-report';
import type { DocumentSources, RefreshedDocuments } from '../../contract/storage';
import { describeDocs } from '../../domain/dataset/corpus';
import { languagesOf } from '../../domain/dataset/languages';
import { documentChanges } from '../../domain/documents/document-changes';
import { FilesByDocument } from '../../domain/documents/document-name';
import type { FileReport } from '../../domain/documents/file-report';
import { ALSO, type FileDoc, prepare } from '../../domain/documents/prepare';
import { relocate, type Truth } from '../../domain/documents/relocate';
import type { Doc } from '../../base/types';
import type { FilesRead } from '../files/documents/read';

/** What is read of files again. @param known hashes of files that need not be parsed where their bytes are the same */
type ReadAgain = (known: Readonly<Record<string, string>>) => Promise<FilesRead>;

/** What reading the files of a collection again would change. @param stored its documents */
export async function refreshed(
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

/**
 * Hashes of files that need not be read again. Files with merged or dropped documents must be: duplicates can only be
 * found among all of them. Files that failed may be readable now.
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
