import { problem, guarded, ProblemLog, tooLarge } from '../../domain/dataset/problem';
import { type ByteSource, blobSource, bytesOf } from './byte-source';
import type { SourceFile, ImporterApi, ImportProgress } from '../../contract/workers';
import { extensionOf, LEFT_BY_SYSTEMS, plainPath } from '../../base/paths';
import { gunzipped } from './gzip';
import { firstSheet } from './xlsx';
import { zipSources } from './zip';
import { describeDocs } from '../../domain/dataset/corpus';
import { isArrayName } from '../../domain/dataset/supplied/vectors/arrays';
import { importCollection } from '../../domain/dataset/import-collection';
import type { ImportOutcome } from '../../domain/dataset/outcome';
import { seenTables, type SeenTable } from '../../domain/dataset/roles/propose';
import type { SourceText } from '../../domain/dataset/source';
import { givingAway } from '../rpc/parts';
import { Meter, DecodedText } from './text';
import { isRowFile, RowFile } from './row-file';

const NOT_UNPACKED: ReadonlySet<string> = new Set(['tar', 'tgz', 'bz2', 'xz', 'zst', '7z', 'rar']);
const SHEETS_NOT_READ: ReadonlySet<string> = new Set(['xls', 'xlsb', 'ods', 'numbers']);
/** `npz` is how NumPy names a zip of its arrays. */
const ARCHIVES: readonly string[] = ['zip', 'npz'];

/** @returns the sources; an archive or spreadsheet of another kind is left out, with a warning */
export async function gather(files: readonly SourceFile[], log: ProblemLog, maxBytes: number): Promise<ByteSource[]> {
  const found: ByteSource[] = [];
  for (const { path, file } of files) {
    const name = plainPath(path);
    if (ARCHIVES.includes(extensionOf(name))) found.push(...((await guarded(log, () => zipSources(name, file))) ?? []));
    else found.push(blobSource(name, file));
  }
  const sources: ByteSource[] = [];
  for (const source of found.filter(({ path }) => !LEFT_BY_SYSTEMS.test(path))) {
    const isPacked = extensionOf(source.path) === 'gz';
    if (NOT_UNPACKED.has(extensionOf(isPacked ? source.path.slice(0, -3) : source.path))) {
      log.warn(problem('bad-archive', { file: source.path }, 'not unpacked'));
      continue;
    }
    if (SHEETS_NOT_READ.has(extensionOf(source.path))) {
      log.warn(problem('bad-table', { file: source.path }, 'Spreadsheet', null));
      continue;
    }
    const plain = isPacked ? await guarded(log, () => gunzipped(source, maxBytes)) : source;
    if (plain) sources.push(plain);
  }
  return sources;
}

/** Texts and tables, as readers of formats take them. */
export async function textSources(
  sources: readonly ByteSource[],
  meterOf: (source: ByteSource) => Meter,
  log: ProblemLog,
  maxBytes: number,
): Promise<SourceText[]> {
  const texts: SourceText[] = [];
  for (const source of sources.filter(({ path }) => !isArrayName(path))) {
    const meter = meterOf(source);
    const text = await guarded(log, () => textOf(source, meter, log, maxBytes));
    if (text) texts.push(text);
  }
  return texts;
}

async function textOf(source: ByteSource, meter: Meter, log: ProblemLog, maxBytes: number): Promise<SourceText> {
  const isSheet = extensionOf(source.path) === 'xlsx';
  // What is in an archive is unpacked whole.
  if ((isSheet || isRowFile(source.path)) && !source.blob && source.bytes > maxBytes)
    throw tooLarge(source.path, maxBytes);
  if (isRowFile(source.path)) return RowFile.open(source, meter, maxBytes);
  return isSheet ? firstSheet(source, meter, log, maxBytes) : new DecodedText(source, meter, log);
}

/** More does not fit in a tab once it is text, passages and indexes. */
export const MAX_BYTES = 2 ** 30;

/** Behind `ImporterApi.read`. Problems with files are in the outcome; only bugs throw. */
export async function readCollection(
  { files, ...options }: Parameters<ImporterApi['read']>[0],
  progress: (step: ImportProgress) => void,
  maxBytes = MAX_BYTES,
): Promise<ImportOutcome> {
  const log = new ProblemLog();
  const meter = new Meter(maxBytes, progress);
  const sources = await gather(files, log, maxBytes);
  const arrays = sources.filter(({ path }) => isArrayName(path));
  const texts = await textSources(sources, () => meter, log, maxBytes);
  const outcome = await importCollection(texts, log, {
    ...options,
    maxBytes,
    binary: {
      arrays: arrays.map((source) => {
        const { path, bytes } = source;
        return { path, bytes, read: () => bytesOf(source, (length) => meter.advance(path, length)) };
      }),
      tables: texts.filter((text) => text instanceof RowFile),
    },
    onStart: (bytesTotal) => meter.start(bytesTotal),
  });
  if (outcome.ok) return outcome;
  // What was left out may be what is missing.
  const left = log.warnings.filter(({ code }) => code === 'bad-archive' || code === 'bad-table');
  return { ...outcome, problems: [...left, ...outcome.problems] };
}

/** Files of which the fields can be asked about. */
async function tablesIn(files: readonly SourceFile[], documents: readonly string[]): Promise<SeenTable[]> {
  const log = new ProblemLog();
  const meter = new Meter(Infinity, () => undefined);
  const sources = await gather(files, log, MAX_BYTES);
  const texts = await textSources(sources, () => meter, log, MAX_BYTES);
  return seenTables(texts, [...sources.map(({ path }) => path), ...documents]);
}

export const createImporter = (): ImporterApi => ({
  tables: ({ files, documents = [] }) => tablesIn(files, documents),

  async read(input, progress) {
    const outcome = await readCollection(input, progress);
    return givingAway(
      outcome.ok && outcome.kind === 'collection'
        ? { ...outcome, described: describeDocs(outcome.dataset.docs) }
        : outcome,
    );
  },
});
