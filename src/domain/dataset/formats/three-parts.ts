import type { QuestionSplit } from '../../../base/types';
import { splitNamed } from '../../splits/splits';
import { splitOfFile } from '../shards';
import { ALL_SPLITS, namedSplits, withAll } from '../splits';
import type { DatasetBuilder, DatasetPart } from '../builder';
import type { ProblemLog } from '../problem';
import { excludedIn, groundTruthFieldOf, groundTruthIn, unanswerableIn } from '../readers/question-fields';
import { type DataRecord, fieldIn, idIn, readRecords, textIn, fieldNames, isByColumns } from '../readers/records';
import type { SourceText } from '../source';
import { type FoundCollection, inFolder, readDocs, readPart, type CollectionFormat } from './format';
import { readJudgments, findJudgments } from './judgments';
import { shapeOf } from './passage-shapes';
import { namesDocuments } from './ragas';
import { baseName, folderOf, stemOf } from '../../../base/paths';
import { filterAsync, flatMapAsync } from '../../../base/containers';

const IDS = ['_id', 'id'];

interface ThreeParts {
  readonly format: 'beir' | 'mteb';
  readonly isCertain: boolean;
  readonly corpus: readonly SourceText[];
  readonly queries: readonly SourceText[];
  readonly qrels: ReadonlyMap<string, SourceText>;
}

/** One collection, or as many as there are files of the part that is there several times. */
function collectionsOf(parts: ThreeParts): FoundCollection[] {
  const { corpus, queries } = parts;
  if (corpus.length <= 1 && queries.length <= 1)
    return [...corpus, ...queries].slice(0, 1).map((main) => collectionOf(main, parts));
  const tasks = tasksOf(parts);
  if (tasks) return [tasks];
  const none = { ...parts, corpus: [], queries: [], qrels: new Map<string, SourceText>() };
  return (corpus.length >= queries.length ? corpus : queries).map((each) => collectionOf(each, none));
}

/** A file of each part for each task, as in NanoBEIR: `corpus/NanoArguAna.parquet`, `queries/NanoArguAna.parquet` … */
function tasksOf(parts: ThreeParts): FoundCollection | null {
  const { qrels } = parts;
  const [corpora, queries] = [parts.corpus, parts.queries].map(
    (files) => new Map(files.map((file) => [splitOfFile(file), file] as const)),
  );
  const names = [...corpora!.keys()].sort();
  const sizes = [parts.corpus.length, parts.queries.length, queries!.size, qrels.size];
  if (sizes.some((size) => size !== names.length)) return null;
  if (!names.every((name) => queries!.has(name) && qrels.has(name))) return null;
  const taskOf = (name: string | null): FoundCollection => {
    const [corpus, own, judged] = [corpora!.get(name!)!, queries!.get(name!)!, qrels.get(name!)!];
    return collectionOf(corpus, { ...parts, corpus: [corpus], queries: [own], qrels: new Map([[name!, judged]]) });
  };
  return {
    ...inFolder(folderAround(parts.corpus[0]!), parts.corpus[0]!),
    isCertain: true,
    splits: names,
    areTasks: true,
    files: (name) => taskOf(name).files(name),
    read: (name, builder, log) => taskOf(name).read(name, builder, log),
  };
}

function collectionOf(main: SourceText, parts: ThreeParts): FoundCollection {
  const { format, isCertain, qrels } = parts;
  const [[corpus], [queries]] = [parts.corpus, parts.queries];
  const folder = format === 'beir' ? folderOf(main.path) : folderAround(main);
  const judgmentsOf = (split: string | null): SplitJudgments =>
    split === ALL_SPLITS && !qrels.has(ALL_SPLITS)
      ? namedSplits([...qrels.keys()]).map((name) => [splitNamed(name), qrels.get(name)!])
      : [[null, qrels.get(split ?? '')]];
  return {
    ...inFolder(folder, main),
    isCertain,
    splits: withAll([...qrels.keys()]),
    files: (split) =>
      [corpus, queries, ...judgmentsOf(split).map(([, file]) => file)].filter((file) => file !== undefined),
    read: (split, builder, log) => readParts(parts, folder, judgmentsOf(split), builder, log),
  };
}

/** The field of ids, and names of files, that are reported where there is none. */
const USUAL = {
  beir: { id: '_id', document: 'corpus.jsonl', question: 'queries.jsonl', judgment: 'qrels/test.tsv' },
  mteb: { id: 'id', document: 'corpus.jsonl', question: 'queries.jsonl', judgment: 'qrels.jsonl' },
} as const;

type SplitJudgments = readonly (readonly [QuestionSplit | null, SourceText | undefined])[];

async function readParts(
  { format, corpus: [corpus], queries: [queries] }: ThreeParts,
  folder: string,
  judgments: SplitJudgments,
  builder: DatasetBuilder,
  log: ProblemLog,
): Promise<void> {
  const { id } = USUAL[format];
  const part = (of: DatasetPart, file: SourceText | undefined, read: (file: SourceText) => Promise<void>) =>
    readPart(of, file, { folder, name: USUAL[format][of], format }, builder, log, read);
  // Runs of other systems are scored by the judgments alone.
  if (!corpus && builder.hasRunsBeside && judgments.every(([, given]) => given)) builder.judgmentsAlone();
  else
    await part('document', corpus, (file) =>
      readDocs(file, { ids: IDS, id, text: 'text', title: 'title' }, builder, log),
    );
  const withTruth = judgments.every(([, given]) => !given);
  await part('question', queries, (file) => readQueries(file, id, withTruth, builder, log));
  for (const [split, given] of judgments) {
    if (split) builder.judgesSplit(split);
    if (given || !builder.hasTexts) await part('judgment', given, (file) => readJudgments(file, builder, log));
  }
}

async function readQueries(
  file: SourceText,
  usual: string,
  withTruth: boolean,
  builder: DatasetBuilder,
  log: ProblemLog,
): Promise<void> {
  const onLost = (): void => builder.lost('question');
  for await (const records of readRecords(file, [usual, 'text'], log, onLost))
    for (const record of records) {
      const id = idIn(record, fieldIn(record, IDS) ?? usual, log);
      const text = textIn(record, 'text', log);
      if (id === null || text === null) onLost();
      else {
        const unanswerable = unanswerableIn(record, log);
        const excluded = excludedIn(record, log);
        builder.addQuery(id, text, record.place(), { split: splitOf(record), unanswerable, excluded });
      }
      const truth = groundTruthFieldOf(record.fields);
      if (id === null || !withTruth || truth === undefined) continue;
      const texts = groundTruthIn(record, truth, log);
      if (texts === null) builder.lost('judgment');
      else for (const each of texts) builder.addGroundTruth(id, each, record.place(truth));
    }
}

function splitOf({ fields }: DataRecord): QuestionSplit | null {
  const split = fields.get('split');
  return typeof split === 'string' ? splitNamed(split) : null;
}

/** BEIR (Thakur et al. 2021, https://github.com/beir-cellar/beir); judgments in any format, or ground-truth texts. */
export const beir: CollectionFormat = async (files) => {
  const [corpora, queries] = [named(files, USUAL.beir.document), named(files, USUAL.beir.question)];
  const [main] = [...corpora, ...queries];
  if (!main || (await isOfOthers(main))) return [];
  // A corpus by another name, where it is the only one.
  const tables = corpora.length > 0 ? [] : await flatMapAsync(files, tableOf);
  const unnamed = tables.filter(({ file }) => !queries.includes(file)).map(({ file }) => file);
  const corpus = unnamed.length === 1 ? unnamed : corpora;
  const others = files.filter((file) => file !== corpus[0] && file !== queries[0]);
  // A corpus beside rows that have questions with their passages.
  const isBeside = async (file: SourceText): Promise<boolean> => {
    const head = await file.head();
    return shapeOf(fieldNames(head)) !== undefined || namesDocuments(head);
  };
  if (queries.length === 0 && (await filterAsync(others, isBeside)).length > 0) return [];
  const qrels = await findJudgments(others);
  return collectionsOf({ format: 'beir', isCertain: true, corpus, queries, qrels });
};

const named = (files: readonly SourceText[], name: string): SourceText[] =>
  files.filter(({ path }) => baseName(path).toLowerCase() === name);

async function isOfOthers(file: SourceText): Promise<boolean> {
  const names = fieldNames(await file.head());
  return !names.has('_id') && ['id', 'doc_id', 'docid'].some((name) => names.has(name));
}

const MTEB_CORPUS = /(?:^|[^a-z])(?:corpus|documents?|docs|passages?)(?:$|[^a-z])/i;
const MTEB_QUERIES = /(?:^|[^a-z])(?:query|queries|questions?|topics?)(?:$|[^a-z])/i;

const OF_OTHERS = ['aid', 'doc_id', 'user_input', 'retrieval_gt', 'query-id', 'corpus-id'];

type Role = 'corpus' | 'queries';

interface MtebTable {
  readonly file: SourceText;
  readonly names: ReadonlySet<string>;
}

/** MTEB (https://github.com/embeddings-benchmark/mteb); names, a title or what is left say which part a file is. */
export const mteb: CollectionFormat = async (files) => {
  const tables = await flatMapAsync(files, tableOf);
  if (tables.length === 0 || isBeir(tables)) return [];
  const qrels = await findJudgments(files.filter((file) => !tables.some((table) => table.file === file)));
  const { corpus, queries } = withRoles(tables, qrels.size > 0);
  const parts = [corpus, queries, [...qrels]].filter(({ length }) => length > 0);
  return collectionsOf({ format: 'mteb', isCertain: parts.length > 1, corpus, queries, qrels });
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
    const role = roleOf(table.file);
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

function roleOf({ path, part = path }: SourceText): Role | null {
  for (const name of [stemOf(part), baseName(folderOf(part))]) {
    if (MTEB_CORPUS.test(name)) return 'corpus';
    if (MTEB_QUERIES.test(name)) return 'queries';
  }
  return null;
}

function folderAround({ path }: SourceText): string {
  const folder = folderOf(path);
  const isOfPart = MTEB_CORPUS.test(baseName(folder)) || MTEB_QUERIES.test(baseName(folder));
  return isOfPart ? folderOf(folder) : folder;
}
