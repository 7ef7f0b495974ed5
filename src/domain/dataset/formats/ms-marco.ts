import { filterAsync } from '../../../base/containers';
import { baseName, extensionOf, folderOf } from '../../../base/paths';
import { problem } from '../problem';
import { csvHeader } from '../readers/csv';
import { fieldNames } from '../readers/records';
import { looksLikePairs, readPairs } from '../readers/columns';
import type { SourceText } from '../source';
import { type CollectionFormat, type FoundCollection, inFolder, readDocs, readPart } from './format';
import { readJudgments } from './judgments';
import { bySplit, fileOfSplit, splitNames } from '../splits';
import { qrelsWidth } from './qrels';

const COLLECTION = /^collection/i;
const QUERIES = /^(?:queries|topics)/i;
const QRELS = /^qrels?/i;
const UNNAMED = 'qrels';

type AddPair = Parameters<typeof readPairs>[3];

interface Files {
  readonly main: SourceText;
  readonly collections: readonly SourceText[];
  /** MIRACL (https://huggingface.co/datasets/miracl/miracl-corpus): a folder of `docs-0.jsonl` … for each language. */
  readonly corpora: readonly SourceText[];
  readonly queries: ReadonlyMap<string, SourceText>;
  readonly qrels: ReadonlyMap<string, SourceText>;
}

/** MS MARCO (https://microsoft.github.io/msmarco/Datasets). Its tables have no names of columns. */
export const msMarco: CollectionFormat = async (files) => {
  const those = (among: readonly SourceText[], name: RegExp, test: (head: string) => boolean): Promise<SourceText[]> =>
    filterAsync(among, async (file) => name.test(baseName(file.path)) && test(await file.head()));
  const tables = files.filter(({ path }) => ['tsv', 'txt'].includes(extensionOf(path)));
  const collections = await those(tables, COLLECTION, isPairs);
  const queries = await those(tables, QUERIES, isPairs);
  const [main] = [...collections, ...queries];
  if (!main) return [];
  const corpora = collections.length > 0 ? [] : await filterAsync(files, isCorpus);
  const qrels = await those(files, QRELS, (head) => qrelsWidth(head, false) !== null || head.trim() === '');
  return [found({ main, collections, corpora, queries: bySplit(queries, QUERIES), qrels: bySplit(qrels, QRELS) })];
};

async function isCorpus(file: SourceText): Promise<boolean> {
  const names = fieldNames(await file.head());
  return ['docid', 'title', 'text'].every((name) => names.has(name));
}

/** Of several languages that of the split: `miracl-corpus-v1.0-ja` has the documents of `miracl-v1.0-ja-dev`. */
function corporaOf(corpora: readonly SourceText[], split: string): readonly SourceText[] {
  const folders = new Set(corpora.map(({ path }) => folderOf(path)));
  if (folders.size <= 1) return corpora;
  const nameOf = ({ path }: SourceText): string => baseName(folderOf(path)).replace('-corpus', '');
  return corpora.filter((file) => `-${split}-`.includes(`-${nameOf(file)}-`));
}

const isPairs = (head: string): boolean =>
  looksLikePairs(head) && !csvHeader(head).some((name) => /^_?id$/i.test(name.trim()));

function found({ main, collections, corpora, queries, qrels }: Files): FoundCollection {
  const folder = folderOf(main.path);
  const splits = splitNames(qrels, UNNAMED);
  const chosen = (split: string | null) => {
    const key = split === null || (split === UNNAMED && !qrels.has(split)) ? '' : split;
    return { queries: fileOfSplit(queries, key), qrels: qrels.get(key), corpora: corporaOf(corpora, key) };
  };
  return {
    ...inFolder(folder, main),
    splits,
    files: (split) => {
      const { queries: asked, qrels: judged, corpora: own } = chosen(split);
      return [collections[0], ...own, asked, judged].filter((file) => file !== undefined);
    },

    async read(split, builder, log) {
      const { queries: questions, corpora: own } = chosen(split);
      const isUnclear = corpora.length > 0 && own.length === 0;
      if (collections.length > 1 || isUnclear || (queries.size > 1 && !questions)) {
        const unclear = collections.length > 1 ? collections : isUnclear ? corpora : [...queries.values()];
        const which = unclear.map(({ path }) => path);
        log.add(problem('ambiguous-files', { file: folder }, 'give-one', which));
        return builder.lostAll();
      }
      const missing = (name: string) => ({ folder, name, format: 'ms-marco' }) as const;
      const pairs = (part: 'document' | 'question', file: SourceText | undefined, name: string, add: AddPair) =>
        readPart(part, file, missing(name), builder, log, (found) =>
          readPairs(found, log, () => builder.lost(part), add),
        );
      for (const file of own)
        await readPart('document', file, missing(''), builder, log, (docs) =>
          readDocs(docs, { ids: ['docid'], id: 'docid', text: 'text', title: 'title' }, builder, log),
        );
      if (own.length === 0)
        await pairs('document', collections[0], 'collection.tsv', (id, text, at) => builder.addDoc(id, '', text, at));
      await pairs('question', questions, 'queries.tsv', (id, text, at) => builder.addQuery(id, text, at));
      await readPart('judgment', chosen(split).qrels, missing('qrels.tsv'), builder, log, (file) =>
        readJudgments(file, builder, log),
      );
    },
  };
}
