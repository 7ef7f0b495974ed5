import type { Dataset } from '../../base/types';
import { type BinaryFiles, suppliedFiles, findSupplied, readSupplied, type FoundSupplied } from './supplied/registry';
import { DatasetBuilder } from './builder';
import type { FoundCollection } from './formats/format';
import { collectionFormats, judgmentFormats } from './formats/registry';
import { languagesOf } from './languages';
import { mebibytes } from './problem';
import type { ImportedSupplied, ImportedRun, ImportOutcome } from './outcome';
import { baseName } from '../../base/paths';
import { problem, ProblemLog } from './problem';
import { guarded } from './readers/guarded';
import type { FoundRun } from './runs/format';
import { findRuns, runFormats } from './runs/registry';
import { describeHead } from './seen';
import type { SourceText } from './source';
import { chooseSplit } from './splits';

export interface ImportOptions {
  /** Which judgments to take; proposed where it is not named. */
  readonly split: string | undefined;
  /** Of all files that are read, unpacked. */
  readonly maxBytes: number;
  /** Arrays and tables among the files; none where absent. A table stands among the texts too. */
  readonly binary?: BinaryFiles;
  /** Told once, before anything is read as a whole. */
  onStart(bytesTotal: number): void;
}

/**
 * Finds the one collection among some files, and the runs of other systems, rewrites and vectors beside it, reads and
 * checks them. Nothing is
 * imported if anything is wrong, so that no score is ever computed from half a collection.
 *
 * @param files those that could be part of a collection; others among them are passed over
 * @param log what was wrong with the files before this, if anything; is added to
 */
export async function importCollection(
  files: readonly SourceText[],
  log: ProblemLog,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const foundRuns = await findRuns(files);
  const others = files.filter((file) => !foundRuns.some((run) => run.file === file));
  const foundSupplied = await findSupplied(others, options.binary ?? { arrays: [], tables: [] });
  const rest = others.filter((file) => !foundSupplied.some((supplied) => supplied.file.path === file.path));
  const beside = foundRuns.length + foundSupplied.length;
  const collection = await findOne(rest, beside > 0, log);
  if (!collection && (beside === 0 || log.problems.length > 0)) return failed(log);
  const split = collection ? chooseSplit(collection.splits, options.split) : null;
  if (split === undefined) {
    log.add(problem('unknown-split', { file: collection!.root }, options.split ?? '', collection!.splits));
    return failed(log);
  }
  const chosen = collection?.files(split) ?? [];
  const found = [...foundRuns, ...foundSupplied].map(({ file }) => file);
  const bytes = [...chosen, ...found].reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > options.maxBytes) {
    const file = collection?.root ?? found[0]!.path;
    log.add(problem('too-large', { file }, mebibytes(bytes), mebibytes(options.maxBytes)));
    return failed(log);
  }
  options.onStart(bytes);
  const builder = new DatasetBuilder(log);
  await collection?.read(split, builder, log);
  const dataset = collection && builder.finish();
  const runs = [...builder.runs, ...(await readRuns(foundRuns, log))];
  const supplied = await suppliedBeside(foundSupplied, collection !== null, log);
  if (log.problems.length > 0) return failed(log);
  const { warnings } = log;
  if (!collection || !dataset) return { ok: true, kind: 'runs', runs, supplied, warnings };
  const { name, format, splits } = collection;
  const paths = chosen.map(({ path }) => path);
  const summary = { name, format, files: paths, splits, split, languages: languagesIn(dataset) };
  return { ok: true, kind: 'collection', dataset, summary, runs, supplied, warnings };
}

const failed = (log: ProblemLog): ImportOutcome => ({ ok: false, problems: log.problems, more: log.more });

/** Of the documents, or of the questions where there are no documents. */
const languagesIn = ({ docs, queries }: Dataset): ReturnType<typeof languagesOf> =>
  languagesOf(docs.length > 0 ? docs : queries.map(({ text }) => ({ title: '', text })));

async function readRuns(found: readonly FoundRun[], log: ProblemLog): Promise<ImportedRun[]> {
  const runs: ImportedRun[] = [];
  for (const { file, format } of found)
    await guarded(
      log,
      () => {},
      async () => {
        const run = await format.read(file, log);
        if (run) runs.push(run);
      },
    );
  return runs;
}

/** What is wrong with a file beside a collection is a warning, and the file is left out: the collection stands without it. */
async function suppliedBeside(
  found: readonly FoundSupplied[],
  isBeside: boolean,
  log: ProblemLog,
): Promise<ImportedSupplied[]> {
  if (!isBeside) return readSupplied(found, log);
  const read = await Promise.all(
    found.map(async (each) => {
      const own = new ProblemLog();
      const supplied = await readSupplied([each], own);
      for (const told of [...own.problems, ...own.warnings]) log.warn(told);
      return own.problems.length > 0 ? [] : supplied;
    }),
  );
  return read.flat();
}

/**
 * The collection that the files surely are, or judgments where there is none, or else the only collection that they
 * might be. Where there is something else of use, as runs, there need not be a collection.
 */
async function findOne(
  files: readonly SourceText[],
  isBeside: boolean,
  log: ProblemLog,
): Promise<FoundCollection | null> {
  const found = (await Promise.all(collectionFormats.map((format) => format.find(files)))).flat();
  const certain = found.filter(({ isCertain }) => isCertain);
  const judgments = (await Promise.all(judgmentFormats.map((format) => format.find(files)))).flat();
  const sure = certain.length > 0 ? certain : judgments;
  const candidates = sure.length > 0 || isBeside ? sure : found;
  const [only] = candidates;
  if (only && candidates.length === 1) return only;
  if (sure.length > 1) {
    const roots = sure.map(({ root }) => root);
    log.add(problem('several-collections', { file: '' }, roots));
  } else if (log.problems.length === 0 && !isBeside) await reportUnrecognised(files, log);
  return null;
}

async function reportUnrecognised(files: readonly SourceText[], log: ProblemLog): Promise<void> {
  for (const file of files)
    if ((await file.head()).startsWith('PAR1')) return log.add(problem('parquet-file', { file: file.path }));
  const got = files.map(({ path }) => baseName(path));
  const wantsOf = (formats: readonly { readonly wants: string }[]): string[] => formats.map(({ wants }) => wants);
  const [collections, judgments, runs] = [collectionFormats, judgmentFormats, runFormats].map(wantsOf);
  const expected = { collections: collections!, judgments: judgments!, runs: runs!, supplied: [...suppliedFiles] };
  log.add(problem('unrecognised-files', { file: '' }, got, expected, await seenIn(files)));
}

/** Of many files the first few say enough. */
const MAX_SEEN = 3;

async function seenIn(files: readonly SourceText[]): Promise<string[]> {
  const seen = await Promise.all(
    files.map(async (file) => {
      const what = describeHead(await file.head());
      return what === null ? [] : [`${baseName(file.path)} ${what}`];
    }),
  );
  return seen.flat().slice(0, MAX_SEEN);
}
