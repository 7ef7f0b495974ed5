import type { DatasetBuilder } from '../builder';
import { baseName, extensionOf, folderOf, stemOf } from '../../../base/paths';
import type { ProblemLog } from '../problem';
import type { SourceText } from '../source';
import { beirQrels } from './beir-qrels';
import type { CollectionFormat } from './format';
import { alone, type JudgmentFormat } from './judgment-format';
import { mtebQrels } from './mteb-qrels';
import { openSearch } from './opensearch';
import { quepid } from './quepid';
import { ranxQrels } from './ranx-qrels';
import { trecQrels } from './trec-qrels';

/** In the order in which they are tried: a file is of the first that recognises it. */
const formats = [
  beirQrels,
  mtebQrels,
  ranxQrels,
  // Before Quepid's, which has the same fields in a table.
  openSearch,
  quepid,
  // The last: lines between white space may be much else.
  trecQrels,
] as const;

export type JudgmentFormatName = (typeof formats)[number]['name'];

/** What files are is asked by every format of collections; it is found out once for each. */
const known = new WeakMap<SourceText, Promise<JudgmentFormat | undefined>>();

function formatOf(file: SourceText): Promise<JudgmentFormat | undefined> {
  const found = known.get(file) ?? firstThatRecognises(file);
  known.set(file, found);
  return found;
}

async function firstThatRecognises(file: SourceText): Promise<JudgmentFormat | undefined> {
  for (const format of formats) if (await format.recognises(file)) return format;
  return undefined;
}

/** Every format of judgments as a collection without documents, in the order in which people are told of them. */
export const judgmentFormats: readonly CollectionFormat[] = formats.map((format) => ({
  name: format.name,
  wants: format.wants,

  async find(files) {
    const own = await those(files, async (file) => (await formatOf(file)) === format);
    return own.map((file) => alone(file, format));
  },
}));

/** Reads judgments in whatever format they are; as a table of BEIR, to say what is wrong, if in none. */
export async function readJudgments(file: SourceText, builder: DatasetBuilder, log: ProblemLog): Promise<void> {
  return ((await formatOf(file)) ?? beirQrels).read(file, builder, log);
}

/**
 * The judgments of a collection by split: the files of a folder `qrels`, or without one whatever looks like judgments, as
 * when single files were dropped.
 *
 * @returns sorted by split, which is the name of the file
 */
export async function findJudgments(files: readonly SourceText[]): Promise<ReadonlyMap<string, SourceText>> {
  const inFolder = files.filter(({ path }) => baseName(folderOf(path)).toLowerCase() === 'qrels');
  const chosen = await those(inFolder, async (file) => isTable(file) || (await formatOf(file)) !== undefined);
  const loose = chosen.length > 0 ? chosen : await those(files, looksLikeJudgments);
  // Of two files of a split, as MTEB publishes them, the table is taken.
  const tablesLast = loose.toSorted((a, b) => Number(isTable(a)) - Number(isTable(b)));
  const bySplit = tablesLast.map((file) => [stemOf(file.path), file] as const);
  return new Map([...new Map(bySplit)].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const isTable = ({ path }: SourceText): boolean => extensionOf(path) === 'tsv';

async function looksLikeJudgments(file: SourceText): Promise<boolean> {
  if ((await formatOf(file)) !== undefined) return true;
  if (!isTable(file)) return false;
  // A table that is empty, or of which no line is sound, is told as that.
  const first = (await file.head()).trimStart().split('\n', 1)[0]!;
  return first === '' || first.split('\t').length === 3;
}

async function those(
  files: readonly SourceText[],
  test: (file: SourceText) => Promise<boolean>,
): Promise<SourceText[]> {
  const kept = await Promise.all(files.map(async (file) => ((await test(file)) ? [file] : [])));
  return kept.flat();
}
