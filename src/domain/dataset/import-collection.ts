import type { Dataset } from '../types';
import { DatasetBuilder } from './builder';
import type { FoundCollection } from './formats/format';
import { collectionFormats, judgmentFormats } from './formats/registry';
import { languagesOf } from './languages';
import { mebibytes } from './messages';
import type { ImportedRun, ImportOutcome } from './outcome';
import { baseName } from './paths';
import { problem, type ProblemLog } from './problem';
import { guarded } from './readers/guarded';
import type { FoundRun } from './runs/format';
import { findRuns, runFormats } from './runs/registry';
import type { SourceText } from './source';
import { chooseSplit } from './splits';

export interface ImportOptions {
  /** Which judgments to take; proposed where it is not named. */
  readonly split: string | undefined;
  /** Of all files that are read, unpacked. */
  readonly maxBytes: number;
  /** Told once, before anything is read as a whole. */
  onStart(bytesTotal: number): void;
}

/**
 * Finds the one collection among some files, and the runs of other systems beside it, reads and checks them. Nothing is
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
  const rest = files.filter((file) => !foundRuns.some((run) => run.file === file));
  const collection = await findOne(rest, foundRuns, log);
  if (!collection && (foundRuns.length === 0 || log.problems.length > 0)) return failed(log);
  const split = collection ? chooseSplit(collection.splits, options.split) : null;
  if (split === undefined) {
    log.add(problem('unknown-split', { file: collection!.root }, options.split ?? '', collection!.splits));
    return failed(log);
  }
  const chosen = collection?.files(split) ?? [];
  const bytes = [...chosen, ...foundRuns.map(({ file }) => file)].reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > options.maxBytes) {
    const file = collection?.root ?? foundRuns[0]!.file.path;
    log.add(problem('too-large', { file }, mebibytes(bytes), mebibytes(options.maxBytes)));
    return failed(log);
  }
  options.onStart(bytes);
  const builder = new DatasetBuilder(log);
  await collection?.read(split, builder, log);
  const dataset = collection && builder.finish();
  const runs = [...builder.runs, ...(await readRuns(foundRuns, log))];
  if (log.problems.length > 0) return failed(log);
  const { warnings } = log;
  if (!collection || !dataset) return { ok: true, kind: 'runs', runs, warnings };
  const { name, format, splits } = collection;
  const paths = chosen.map(({ path }) => path);
  const summary = { name, format, files: paths, splits, split, languages: languagesIn(dataset) };
  return { ok: true, kind: 'collection', dataset, summary, runs, warnings };
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

/**
 * The collection that the files surely are, or judgments where there is none, or else the only collection that they
 * might be. Where there are runs, there need not be a collection.
 */
async function findOne(
  files: readonly SourceText[],
  runs: readonly FoundRun[],
  log: ProblemLog,
): Promise<FoundCollection | null> {
  const found = (await Promise.all(collectionFormats.map((format) => format.find(files)))).flat();
  const certain = found.filter(({ isCertain }) => isCertain);
  const judgments = (await Promise.all(judgmentFormats.map((format) => format.find(files)))).flat();
  const sure = certain.length > 0 ? certain : judgments;
  const candidates = sure.length > 0 || runs.length > 0 ? sure : found;
  const [only] = candidates;
  if (only && candidates.length === 1) return only;
  if (sure.length > 1) {
    const roots = sure.map(({ root }) => root);
    log.add(problem('several-collections', { file: '' }, roots));
  } else if (log.problems.length === 0 && runs.length === 0) await reportUnrecognised(files, log);
  return null;
}

async function reportUnrecognised(files: readonly SourceText[], log: ProblemLog): Promise<void> {
  for (const file of files)
    if ((await file.head()).startsWith('PAR1')) return log.add(problem('parquet-file', { file: file.path }));
  const got = files.map(({ path }) => baseName(path));
  const wantsOf = (formats: readonly { readonly wants: string }[]): string[] => formats.map(({ wants }) => wants);
  const [collections, judgments, runs] = [collectionFormats, judgmentFormats, runFormats].map(wantsOf);
  log.add(
    problem('unrecognised-files', { file: '' }, got, {
      collections: collections!,
      judgments: judgments!,
      runs: runs!,
    }),
  );
}
