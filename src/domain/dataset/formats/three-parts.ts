import type { QuestionSplit } from '../../../base/types';
import { splitNamed } from '../../splits/splits';
import { ALL_SPLITS, namedSplits, withAll } from '../splits';
import type { DatasetBuilder, DatasetPart } from '../builder';
import type { ProblemLog } from '../problem';
import { groundTruthFieldOf, groundTruthIn, unanswerableIn } from '../readers/question-fields';
import { type DataRecord, fieldIn, idIn, readRecords, textIn, fieldNames, isByColumns } from '../readers/records';
import type { SourceText } from '../source';
import { type FoundCollection, inFolder, readDocs, readPart, type CollectionFormat } from './format';
import { readJudgments, findJudgments } from './judgments';
import { baseName, folderOf, stemOf } from '../../../base/paths';
import { flatMapAsync } from '../../../base/containers';

const IDS = ['_id', 'id'];

export interface ThreeParts {
  readonly format: 'beir' | 'mteb';
  readonly isCertain: boolean;
  readonly main: SourceText;
  readonly folder: string;
  readonly corpus: SourceText | undefined;
  readonly queries: SourceText | undefined;
  readonly qrels: ReadonlyMap<string, SourceText>;
  readonly usual: { readonly id: '_id' | 'id' } & Readonly<Record<DatasetPart, string>>;
}

function collectionOf(parts: ThreeParts): FoundCollection {
  const { main, folder, corpus, queries, qrels } = parts;
  const judgmentsOf = (split: string | null): SplitJudgments =>
    split === ALL_SPLITS && !qrels.has(ALL_SPLITS)
      ? namedSplits([...qrels.keys()]).map((name) => [splitNamed(name), qrels.get(name)!])
      : [[null, qrels.get(split ?? '')]];
  return {
    ...inFolder(folder, main),
    isCertain: parts.isCertain,
    splits: withAll([...qrels.keys()]),
    files: (split) =>
      [corpus, queries, ...judgmentsOf(split).map(([, file]) => file)].filter((file) => file !== undefined),
    read: (split, builder, log) => new PartReader(parts, builder, log).read(judgmentsOf(split)),
  };
}

type SplitJudgments = readonly (readonly [QuestionSplit | null, SourceText | undefined])[];

class PartReader {
  constructor(
    private readonly parts: ThreeParts,
    private readonly builder: DatasetBuilder,
    private readonly log: ProblemLog,
  ) {}

  async read(judgments: SplitJudgments): Promise<void> {
    const { corpus, queries, usual } = this.parts;
    await this.#part('document', corpus, (file) =>
      readDocs(file, { ids: IDS, id: usual.id, text: 'text', title: 'title' }, this.builder, this.log),
    );
    await this.#part('question', queries, (file) =>
      this.#queries(
        file,
        judgments.every(([, given]) => !given),
      ),
    );
    for (const [split, given] of judgments) {
      if (split) this.builder.judgesSplit(split);
      if (given || !this.builder.hasTexts)
        await this.#part('judgment', given, (file) => readJudgments(file, this.builder, this.log));
    }
  }

  #part(part: DatasetPart, file: SourceText | undefined, read: (file: SourceText) => Promise<void>): Promise<void> {
    const { folder, usual, format } = this.parts;
    return readPart(part, file, { folder, name: usual[part], format }, this.builder, this.log, read);
  }

  async #queries(file: SourceText, withTruth: boolean): Promise<void> {
    const { builder, log } = this;
    const { id: usual } = this.parts.usual;
    const onLost = (): void => builder.lost('question');
    for await (const records of readRecords(file, [usual, 'text'], log, onLost))
      for (const record of records) {
        const id = idIn(record, fieldIn(record, IDS) ?? usual, log);
        const text = textIn(record, 'text', log);
        if (id === null || text === null) onLost();
        else {
          const unanswerable = unanswerableIn(record, log);
          builder.addQuery(id, text, record.place(), { split: splitOf(record), unanswerable });
        }
        const truth = groundTruthFieldOf(record.fields);
        if (id === null || !withTruth || truth === undefined) continue;
        const texts = groundTruthIn(record, truth, log);
        if (texts === null) builder.lost('judgment');
        else for (const each of texts) builder.addGroundTruth(id, each, record.place(truth));
      }
  }
}

function splitOf({ fields }: DataRecord): QuestionSplit | null {
  const split = fields.get('split');
  return typeof split === 'string' ? splitNamed(split) : null;
}

const CORPUS = 'corpus.jsonl';
const QUERIES = 'queries.jsonl';

/** BEIR (Thakur et al. 2021, https://github.com/beir-cellar/beir); judgments in any format, or ground-truth texts. */
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

const MTEB_CORPUS = /(?:^|[^a-z])(?:corpus|documents?|docs|passages?)(?:$|[^a-z])/i;
const MTEB_QUERIES = /(?:^|[^a-z])(?:query|queries|questions?|topics?)(?:$|[^a-z])/i;

const OF_OTHERS = ['aid', 'doc_id', 'user_input', 'retrieval_gt', 'query-id', 'corpus-id'];

type Role = 'corpus' | 'queries';

interface MtebTable {
  readonly file: SourceText;
  readonly names: ReadonlySet<string>;
}

/** MTEB (https://github.com/embeddings-benchmark/mteb); parts are told apart by names, a title, or what is left. */
export const mteb: CollectionFormat = async (files) => {
  const tables = await flatMapAsync(files, tableOf);
  if (tables.length === 0 || isBeir(tables)) return [];
  const qrels = await findJudgments(files.filter((file) => !tables.some((table) => table.file === file)));
  const { corpus, queries } = withRoles(tables, qrels.size > 0);
  const parts = [corpus, queries, [...qrels]].filter(({ length }) => length > 0);
  const isCertain = parts.length > 1;
  const [main] = [...corpus, ...queries];
  if (!main) return [];
  if (corpus.length <= 1 && queries.length <= 1) return [foundMteb(main, isCertain, corpus[0], queries[0], qrels)];
  return (corpus.length >= queries.length ? corpus : queries).map((each) => foundMteb(each, isCertain));
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

const foundMteb = (
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
