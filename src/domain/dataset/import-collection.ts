import { DatasetBuilder } from './builder';
import type { FoundCollection } from './formats/format';
import { collectionFormats } from './formats/registry';
import { languagesOf } from './languages';
import { mebibytes } from './messages';
import type { ImportOutcome } from './outcome';
import { problem, type ProblemLog } from './problem';
import { baseName } from './paths';
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
 * Finds the one collection among some files, reads and checks it. Nothing is imported if anything is wrong, so that no
 * score is ever computed from half a collection.
 *
 * @param files those that could be part of a collection; others among them are passed over
 * @param log what was wrong with the files before this, if anything; is added to
 */
export async function importCollection(
  files: readonly SourceText[],
  log: ProblemLog,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const collection = await findOne(files, log);
  if (!collection) return failed(log);
  const split = chooseSplit(collection.splits, options.split);
  if (split === undefined) {
    log.add(problem('unknown-split', { file: collection.root }, options.split ?? '', collection.splits));
    return failed(log);
  }
  const chosen = collection.files(split);
  const bytes = chosen.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > options.maxBytes) {
    log.add(problem('too-large', { file: collection.root }, mebibytes(bytes), mebibytes(options.maxBytes)));
    return failed(log);
  }
  options.onStart(bytes);
  const builder = new DatasetBuilder(log);
  await collection.read(split, builder, log);
  const dataset = builder.finish();
  if (log.problems.length > 0) return failed(log);
  const { name, format, splits } = collection;
  const summary = { name, format, files: chosen.map(({ path }) => path), splits, split };
  return { ok: true, dataset, summary: { ...summary, languages: languagesOf(dataset.docs) }, warnings: log.warnings };
}

const failed = (log: ProblemLog): ImportOutcome => ({ ok: false, problems: log.problems, more: log.more });

/** The collection that the files surely are, or else the only one that they might be. */
async function findOne(files: readonly SourceText[], log: ProblemLog): Promise<FoundCollection | null> {
  const found = (await Promise.all(collectionFormats.map((format) => format.find(files)))).flat();
  const certain = found.filter(({ isCertain }) => isCertain);
  const candidates = certain.length > 0 ? certain : found;
  const [only] = candidates;
  if (only && candidates.length === 1) return only;
  if (certain.length > 1) {
    const roots = certain.map(({ root }) => root);
    log.add(problem('several-collections', { file: '' }, roots));
  } else if (log.problems.length === 0) {
    const got = files.map(({ path }) => baseName(path));
    const wants = collectionFormats.map((format) => format.wants);
    log.add(problem('unrecognised-files', { file: '' }, got, wants));
  }
  return null;
}
