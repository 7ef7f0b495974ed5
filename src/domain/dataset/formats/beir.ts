import { baseName, folderOf } from '../../../base/paths';
import { fieldNames } from '../readers/records';
import type { SourceText } from '../source';
import type { CollectionFormat, FoundCollection } from './format';
import { findJudgments } from './judgments';
import { collectionOf } from './three-parts';

const CORPUS = 'corpus.jsonl';
const QUERIES = 'queries.jsonl';

/**
 * The layout of BEIR (Thakur et al. 2021, https://github.com/beir-cellar/beir): documents `{_id, title?, text}` and
 * questions `{_id, text}` as JSON Lines, judgments as one table of question id, document id and grade for each split.
 * Judgments may be in any other format too, or ground truth may be given as texts in a field of the questions.
 */
export const beir: CollectionFormat = async (files) => {
  const [corpora, queries] = [named(files, CORPUS), named(files, QUERIES)];
  const [main] = [...corpora, ...queries];
  if (!main || (await isOfOthers(main))) return [];
  if (corpora.length <= 1 && queries.length <= 1) {
    const rest = files.filter((file) => file !== corpora[0] && file !== queries[0]);
    return [found(main, corpora[0], queries[0], await findJudgments(rest))];
  }
  return (corpora.length >= queries.length ? corpora : queries).map((each) => found(each));
};

const named = (files: readonly SourceText[], name: string): SourceText[] =>
  files.filter(({ path }) => baseName(path).toLowerCase() === name);

/** MTEB and AutoRAG have files of the same names, with other names of the id. */
async function isOfOthers(file: SourceText): Promise<boolean> {
  const names = fieldNames(await file.head());
  return !names.has('_id') && (names.has('id') || names.has('doc_id'));
}

const found = (
  main: SourceText,
  corpus?: SourceText,
  queries?: SourceText,
  qrels: ReadonlyMap<string, SourceText> = new Map(),
): FoundCollection =>
  collectionOf({
    format: 'beir',
    isCertain: true,
    main,
    folder: folderOf(main.path),
    corpus,
    queries,
    qrels,
    usual: { id: '_id', document: CORPUS, question: QUERIES, judgment: 'qrels/test.tsv' },
  });
