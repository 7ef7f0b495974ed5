import { HitrateError } from '../../contract/errors';
import type { DocumentsApi, DocumentsProgress, ReadDocuments, SourceFile } from '../../contract/workers';
import { describeDocs } from '../../domain/dataset/corpus';
import { languagesOf } from '../../domain/dataset/languages';
import { prepare } from '../../domain/documents/prepare';
import { readDocuments, type FilesRead } from '../files/documents/read';
import type { Database } from '../storage/schema';
import { createPassages, docsOf } from './passages';
import { refreshed } from './refresh';

type ReadFiles = (
  input: Parameters<typeof readDocuments>[0],
  progress: (step: DocumentsProgress) => void,
  stop: AbortSignal,
) => Promise<FilesRead>;

/**
 * Behind {@link DocumentsApi}: reads documents and keeps them until they are prepared.
 *
 * @param open opens the documents' database, closed after use
 * @param readFiles parses files; in this thread where absent
 */
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
  // In file order.
  const order = new Map(before.files.map((file, i) => [file.path, i]));
  const docs = [...before.docs.filter(({ file }) => file !== path), ...own];
  return {
    ...before,
    docs: docs.sort((a, b) => (order.get(a.file) ?? 0) - (order.get(b.file) ?? 0)),
    files: before.files.map((file) => (file.path === path && report ? report : file)),
    tables: before.tables.map((each) => (each.path === path && table ? table : each)),
  };
}
