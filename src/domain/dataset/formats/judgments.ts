import { baseName, extensionOf, folderOf } from '../../../base/paths';
import { filterAsync, valueOf } from '../../../base/containers';
import type { DatasetBuilder } from '../builder';
import { guarded, type ProblemLog } from '../problem';
import { splitOfFile } from '../shards';
import type { SourceText } from '../source';
import { beirQrels } from './qrels';
import { inFile, type JudgmentFormat, type NamedCollection, type Recognised, recognisedBy } from './format';
import { JUDGMENT_FORMATS } from './judgment-registry';

type Found = Recognised<JudgmentFormat>;

const known = new WeakMap<SourceText, Promise<Found | null>>();

const formatOf = (file: SourceText): Promise<Found | null> =>
  valueOf(known, file, () => recognisedBy(JUDGMENT_FORMATS, file));

export async function judgmentsAlone(files: readonly SourceText[]): Promise<NamedCollection[]> {
  const found = await Promise.all(files.map(formatOf));
  return files.flatMap((file, i) => (found[i] ? [alone(file, found[i])] : []));
}

const alone = (file: SourceText, { name, format }: Found): NamedCollection => ({
  ...inFile(file),
  format: name,

  async read(_split, builder, log) {
    builder.judgmentsAlone(format.idIsText ? (id) => id : undefined);
    builder.expect('judgment', { file: file.path });
    await guarded(
      log,
      () => format.read(file, builder, log),
      () => builder.lost('judgment'),
    );
  },
});

export async function readJudgments(file: SourceText, builder: DatasetBuilder, log: ProblemLog): Promise<void> {
  return (await judgmentFormatOf(file)).read(file, builder, log);
}

export const judgmentFormatOf = async (file: SourceText): Promise<JudgmentFormat> =>
  (await formatOf(file))?.format ?? beirQrels;

/** By split (the file's name), sorted: files of a folder `qrels`, or else whatever looks like judgments. */
export async function findJudgments(files: readonly SourceText[]): Promise<ReadonlyMap<string, SourceText>> {
  const inQrels = files.filter(({ path }) => baseName(folderOf(path)).toLowerCase() === 'qrels');
  const chosen = await filterAsync(inQrels, async (file) => isTable(file) || (await formatOf(file)) !== null);
  const loose = chosen.length > 0 ? chosen : await filterAsync(files, looksLikeJudgments);
  // Of two files of a split, as MTEB publishes them, the table is taken.
  const tablesLast = loose.toSorted((a, b) => Number(isTable(a)) - Number(isTable(b)));
  const bySplit = tablesLast.map((file) => [splitOfFile(file), file] as const);
  return new Map([...new Map(bySplit)].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const isTable = ({ path }: SourceText): boolean => extensionOf(path) === 'tsv';

async function looksLikeJudgments(file: SourceText): Promise<boolean> {
  if ((await formatOf(file)) !== null) return true;
  if (!isTable(file)) return false;
  const first = (await file.head()).trimStart().split('\n', 1)[0]!;
  return first === '' || first.split('\t').length === 3;
}
