import { baseName, extensionOf, folderName, folderOf } from '../../../base/paths';
import { problem } from '../problem';
import { csvHeader } from '../readers/csv';
import { looksLikePairs, readPairs } from '../readers/pairs';
import { qrelsWidth } from '../readers/trec-qrels';
import type { SourceText } from '../source';
import type { CollectionFormat, FoundCollection } from './format';
import { readJudgments } from './judgments';
import { readPart, type Missing } from './part';
import { bySplit, fileOfSplit, splitNames } from './splits-of-files';

const COLLECTION = /^collection/i;
const QUERIES = /^(?:queries|topics)/i;
const QRELS = /^qrels?/i;
const PARTS = 'MS MARCO has collection.tsv, queries.<split>.tsv and qrels.<split>.tsv.';
/** How a set of judgments without a split is named where others have one. */
const UNNAMED = 'qrels';

interface Files {
  readonly main: SourceText;
  readonly collections: readonly SourceText[];
  readonly queries: ReadonlyMap<string, SourceText>;
  readonly qrels: ReadonlyMap<string, SourceText>;
}

/**
 * The files of MS MARCO's passage ranking (https://microsoft.github.io/msmarco/Datasets): `collection.tsv` of passage ids
 * and texts, `queries.<split>.tsv` of question ids and texts, both without names of columns, and TREC's judgments in
 * `qrels.<split>.tsv`. All questions of a split are kept, judged or not.
 */
export const msMarco: CollectionFormat<'ms-marco'> = {
  name: 'ms-marco',
  wants: 'MS MARCO (collection.tsv, queries.<split>.tsv, qrels.<split>.tsv)',

  async find(files) {
    const tables = files.filter(({ path }) => ['tsv', 'txt'].includes(extensionOf(path)));
    const collections = await those(tables, COLLECTION, isPairs);
    const queries = await those(tables, QUERIES, isPairs);
    const [main] = [...collections, ...queries];
    if (!main) return [];
    const qrels = await those(files, QRELS, (head) => qrelsWidth(head, false) !== null || head.trim() === '');
    return [found({ main, collections, queries: bySplit(queries, QUERIES), qrels: bySplit(qrels, QRELS) })];
  },
};

async function those(
  files: readonly SourceText[],
  name: RegExp,
  test: (head: string) => boolean,
): Promise<SourceText[]> {
  const named = files.filter(({ path }) => name.test(baseName(path)));
  const kept = await Promise.all(named.map(async (file) => (test(await file.head()) ? [file] : [])));
  return kept.flat();
}

/** Whether it begins with a pair that is not names of columns, as MTEB has them. */
const isPairs = (head: string): boolean =>
  looksLikePairs(head) && !csvHeader(head).some((name) => /^_?id$/i.test(name.trim()));

function found({ main, collections, queries, qrels }: Files): FoundCollection {
  const folder = folderOf(main.path);
  const splits = splitNames(qrels, UNNAMED);
  const chosen = (split: string | null): { queries: SourceText | undefined; qrels: SourceText | undefined } => {
    const key = split === null || (split === UNNAMED && !qrels.has(split)) ? '' : split;
    return { queries: fileOfSplit(queries, key), qrels: qrels.get(key) };
  };
  return {
    format: 'ms-marco',
    isCertain: true,
    name: folderName(folder),
    root: folder === '' ? main.path : folder,
    splits,
    files: (split) => [collections[0], chosen(split).queries, chosen(split).qrels].filter((file) => file !== undefined),

    async read(split, builder, log) {
      const questions = chosen(split).queries;
      if (collections.length > 1 || (queries.size > 1 && !questions)) {
        const which = (collections.length > 1 ? collections : [...queries.values()]).map(({ path }) => path);
        log.add(problem('ambiguous-files', { file: folder }, `with ${which.join(' or ')}; give one of these`));
        return builder.lostAll();
      }
      const part = (name: string): Missing => ({ folder, name, about: PARTS });
      await readPart('document', collections[0], part('collection.tsv'), builder, log, (file) =>
        readPairs(
          file,
          log,
          () => builder.lost('document'),
          (id, text, place) => builder.addDoc(id, '', text, place),
        ),
      );
      await readPart('question', questions, part('queries.tsv'), builder, log, (file) =>
        readPairs(
          file,
          log,
          () => builder.lost('question'),
          (id, text, place) => builder.addQuery(id, text, place),
        ),
      );
      await readPart('judgment', chosen(split).qrels, part('qrels.tsv'), builder, log, (file) =>
        readJudgments(file, builder, log),
      );
    },
  };
}
