import { flatMapAsync } from '../../../base/containers';
import { baseName, folderOf, stemOf } from '../../../base/paths';
import { fieldNames, isByColumns } from '../readers/records';
import type { SourceText } from '../source';
import type { CollectionFormat, FoundCollection } from './format';
import { findJudgments } from './judgments';
import { collectionOf } from './three-parts';

const CORPUS = /(?:^|[^a-z])(?:corpus|documents?|docs|passages?)(?:$|[^a-z])/i;
const QUERIES = /(?:^|[^a-z])(?:query|queries|questions?|topics?)(?:$|[^a-z])/i;

/** Fields of other formats whose tables have ids and texts as well. */
const OF_OTHERS = ['aid', 'doc_id', 'user_input', 'retrieval_gt', 'query-id', 'corpus-id'];

type Role = 'corpus' | 'queries';

interface MtebTable {
  readonly file: SourceText;
  readonly names: ReadonlySet<string>;
}

/**
 * The tables of MTEB (https://github.com/embeddings-benchmark/mteb), as `datasets` and pandas export them: documents
 * `id, text, title?`, questions `id, text` and judgments `query-id, corpus-id, score`, each as JSON Lines, CSV or JSON.
 * Which is which is decided by the names of files or of their folders, or else by a title, or by what is left.
 */
export const mteb: CollectionFormat = async (files) => {
  const tables = await flatMapAsync(files, tableOf);
  if (tables.length === 0 || isBeir(tables)) return [];
  const qrels = await findJudgments(files.filter((file) => !tables.some((table) => table.file === file)));
  const { corpus, queries } = withRoles(tables, qrels.size > 0);
  const parts = [corpus, queries, [...qrels]].filter(({ length }) => length > 0);
  const isCertain = parts.length > 1;
  const [main] = [...corpus, ...queries];
  if (!main) return [];
  if (corpus.length <= 1 && queries.length <= 1) return [found(main, isCertain, corpus[0], queries[0], qrels)];
  return (corpus.length >= queries.length ? corpus : queries).map((each) => found(each, isCertain));
};

async function tableOf(file: SourceText): Promise<MtebTable[]> {
  const head = await file.head();
  const names = fieldNames(head);
  const hasText = names.has('text') || isByColumns(head);
  const isText = (names.has('id') || names.has('_id')) && hasText && !OF_OTHERS.some((name) => names.has(name));
  return isText ? [{ file, names }] : [];
}

const isBeir = (tables: readonly MtebTable[]): boolean =>
  tables.some(({ file, names }) => /^(?:corpus|queries)\.jsonl$/i.test(baseName(file.path)) && names.has('_id'));

function withRoles(tables: readonly MtebTable[], areJudged: boolean): Record<Role, SourceText[]> {
  const roles: Record<Role, MtebTable[]> = { corpus: [], queries: [] };
  const rest = tables.filter((table) => {
    const role = roleOf(table.file.path);
    if (role) roles[role].push(table);
    return !role;
  });
  // Any other table of ids and texts may lie beside a collection: what is left counts only where there are judgments.
  if (areJudged && roles.corpus.length === 0) roles.corpus = rest.filter(({ names }) => names.has('title'));
  const left = rest.filter((table) => !roles.corpus.includes(table));
  if (areJudged && left.length === 1 && roles.queries.length === 0 && roles.corpus.length > 0) roles.queries = left;
  else if (areJudged && left.length === 1 && roles.corpus.length === 0) roles.corpus = left;
  const filesOf = (role: Role): SourceText[] => roles[role].map(({ file }) => file);
  return { corpus: filesOf('corpus'), queries: filesOf('queries') };
}

function roleOf(path: string): Role | null {
  for (const name of [stemOf(path), baseName(folderOf(path))]) {
    if (CORPUS.test(name)) return 'corpus';
    if (QUERIES.test(name)) return 'queries';
  }
  return null;
}

/** The folder of the collection, which may have a folder for each part. */
function folderAround({ path }: SourceText): string {
  const folder = folderOf(path);
  const isOfPart = CORPUS.test(baseName(folder)) || QUERIES.test(baseName(folder));
  return isOfPart ? folderOf(folder) : folder;
}

const found = (
  main: SourceText,
  isCertain: boolean,
  corpus?: SourceText,
  queries?: SourceText,
  qrels: ReadonlyMap<string, SourceText> = new Map(),
): FoundCollection =>
  collectionOf({
    format: 'mteb',
    isCertain,
    main,
    folder: folderAround(main),
    corpus,
    queries,
    qrels,
    usual: { id: 'id', document: 'corpus.jsonl', question: 'queries.jsonl', judgment: 'qrels.jsonl' },
  });
