import { filterAsync } from '../../../base/containers';
import { baseName, folderOf } from '../../../base/paths';
import type { DatasetBuilder } from '../builder';
import { problem, type ProblemLog } from '../problem';
import { kindOf } from '../readers/json-records';
import { listIn, looksLikeList } from '../readers/lists';
import { excludedIn } from '../readers/question-fields';
import { asId, type DataRecord, fieldIn, fieldNames, idIn, isOfPandas, readRecords, textIn } from '../readers/records';
import { splitOfFile } from '../shards';
import type { SourceText } from '../source';
import { type CollectionFormat, type FoundCollection, inFolder, readDocs, readPart } from './format';

/** The split of a file whose name has none. */
const UNNAMED = 'qa';

/** A table of documents, and one of questions that name theirs, as their source calls the fields. */
interface NamedDocuments {
  readonly format: 'autorag' | 'bright' | 'question-answer-csv';
  readonly document: { readonly id: string; readonly text: string; readonly file: string };
  readonly question: {
    /** Where none is there, the id is the number of the row, from 1. */
    readonly ids: readonly string[];
    readonly text: string;
    readonly relevant: string;
    readonly file: string;
  };
  /** Whether all lists of `relevant` are needed, and any one document of each. */
  readonly areNeeds?: boolean;
}

const SHAPES: readonly NamedDocuments[] = [
  // https://marker-inc-korea.github.io/AutoRAG/data_creation/data_format.html
  {
    format: 'autorag',
    document: { id: 'doc_id', text: 'contents', file: 'corpus.json' },
    question: { ids: ['qid'], text: 'query', relevant: 'retrieval_gt', file: 'qa.json' },
    areNeeds: true,
  },
  // Su et al. (2024), https://huggingface.co/datasets/xlangai/BRIGHT: a table of each for every task.
  {
    format: 'bright',
    document: { id: 'id', text: 'content', file: 'documents' },
    question: { ids: ['id'], text: 'query', relevant: 'gold_ids', file: 'examples' },
  },
  // As in https://zenodo.org/record/2783642.
  {
    format: 'question-answer-csv',
    document: { id: 'aid', text: 'text', file: 'answers.csv' },
    question: { ids: ['qid', 'question_id', 'id'], text: 'text', relevant: 'AID', file: 'questions.csv' },
  },
];

export const namedDocuments: CollectionFormat = async (files) =>
  (await Promise.all(SHAPES.map((shape) => collectionsOf(shape, files)))).flat();

async function collectionsOf(shape: NamedDocuments, files: readonly SourceText[]): Promise<FoundCollection[]> {
  const asking = await filterAsync(files, async (file) => isOfQuestions(shape, file.path, await file.head()));
  const questions = inFolderOf(asking, shape.question.file);
  const { id, text, file: folder } = shape.document;
  const others = files.filter((file) => !asking.includes(file));
  const documents = inFolderOf(
    await filterAsync(others, async (file) => tells(await file.head(), [id, text], shape)),
    folder,
  );
  // Any table may have an `id` and a `content`.
  if (shape.format === 'bright' && (questions.length === 0 || documents.length === 0)) return [];
  const [main] = [...questions, ...documents];
  if (!main) return [];
  const [asked, known] = [bySplit(questions), bySplit(documents)];
  const areTasks =
    known.size > 1 && known.size === documents.length && [...asked.keys()].every((name) => known.has(name));
  const isClear = asked.size === questions.length && (areTasks || documents.length <= 1);
  if (isClear) return [found(shape, folderOf(main.path), main, asked, areTasks ? known : documents[0])];
  const several = documents.length > 1 ? documents : questions;
  return several.map((file) => found(shape, file.path, file, new Map(), undefined));
}

/** BRIGHT has the answers of models and whole pages in other folders beside. */
function inFolderOf(files: readonly SourceText[], folder: string): readonly SourceText[] {
  const own = files.filter(({ path, part = path }) => baseName(folderOf(part)) === folder);
  return own.length > 0 ? own : files;
}

/** Of AutoRAG's tables, which pandas writes column by column, the head may have the first column alone. */
function tells(head: string, fields: readonly string[], { format }: NamedDocuments, first = fields): boolean {
  const names = fieldNames(head);
  if (fields.every((name) => names.has(name.toLowerCase()))) return true;
  return format === 'autorag' && isOfPandas(head) && first.some((name) => names.has(name));
}

function isOfQuestions(shape: NamedDocuments, path: string, head: string): boolean {
  const { question, document } = shape;
  const all = [...question.ids, question.text, question.relevant];
  if (shape.format !== 'question-answer-csv')
    return tells(head, shape.format === 'bright' ? all : [question.relevant], shape, all);
  // Both tables have the same fields.
  if (!tells(head, [document.id, document.text], shape)) return false;
  const [asks, answers] = [/quest|quer/i, /answer|doc|corpus/i].map((name) => name.test(baseName(path)));
  if (asks !== answers) return asks!;
  const columns = [...fieldNames(head)];
  return columns.indexOf(question.text) < columns.indexOf(document.id);
}

const bySplit = (files: readonly SourceText[]): ReadonlyMap<string, SourceText> =>
  new Map(
    files
      .map((file) => [splitOfFile(file).replace(/^(?:qa|questions?|examples|documents)[-_.]*/i, ''), file] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

function found(
  shape: NamedDocuments,
  folder: string,
  main: SourceText,
  questions: ReadonlyMap<string, SourceText>,
  documents: SourceText | ReadonlyMap<string, SourceText> | undefined,
): FoundCollection {
  const { format, document, question } = shape;
  const areTasks = documents instanceof Map;
  const splits = areTasks || questions.size > 1 ? [...questions.keys()].map((name) => name || UNNAMED) : [];
  const chosen = (split: string | null) => ({
    corpus: areTasks ? documents.get(split ?? '') : (documents as SourceText | undefined),
    asked: splits.length > 0 ? (questions.get(split ?? '') ?? questions.get('')) : [...questions.values()][0],
  });
  return {
    ...inFolder(folder, main),
    format,
    splits,
    areTasks: splits.length > 1 && areTasks,
    files: (split) => Object.values(chosen(split)).filter((file) => file !== undefined),

    async read(split, builder, log) {
      const { corpus, asked } = chosen(split);
      const missing = (name: string) => ({ folder, name, format });
      await readPart('document', corpus, missing(document.file), builder, log, (file) =>
        readDocs(file, { ids: [document.id], id: document.id, text: document.text }, builder, log),
      );
      await readPart('question', asked, missing(question.file), builder, log, (file) => {
        builder.expect('judgment', { file: file.path });
        return readQuestions(file, shape, builder, log);
      });
      if (!asked) builder.lost('judgment');
    },
  };
}

async function readQuestions(
  file: SourceText,
  { format, question, areNeeds }: NamedDocuments,
  builder: DatasetBuilder,
  log: ProblemLog,
): Promise<void> {
  const onLost = (): void => builder.lost('question', 'judgment');
  const { ids, text: textField, relevant } = question;
  const areLists = format !== 'question-answer-csv';
  let row = 0;
  for await (const records of readRecords(file, [textField, relevant], log, onLost))
    for (const record of records) {
      row++;
      const idField = fieldIn(record, ids) ?? (ids.length > 1 ? null : ids[0]!);
      const id = idField === null ? String(row) : idIn(record, idField, log);
      const text = textIn(record, textField, log);
      const needs = areLists ? needsIn(record, relevant, log) : oneIn(record, relevant.toLowerCase(), log);
      if (id === null || text === null || needs === null) onLost();
      if (id === null) continue;
      if (text !== null) builder.addQuery(id, text, record.place(), { excluded: excludedIn(record, log) });
      if (needs === null) continue;
      if (areNeeds) builder.addNeeds(id, needs, record.place(relevant));
      else for (const doc of needs.flat()) builder.addJudgment(id, doc, 1, record.place(relevant));
    }
}

function oneIn(record: DataRecord, field: string, log: ProblemLog): string[][] | null {
  const id = idIn(record, field, log);
  return id === null ? null : [[id]];
}

/** A flat list is one need. */
function needsIn(record: DataRecord, field: string, log: ProblemLog): (readonly string[])[] | null {
  const list = groundTruth(record, field, log);
  if (!list) return null;
  const groups = list.every((item) => !Array.isArray(item)) ? [list] : list;
  const needs: string[][] = [];
  for (const [i, group] of groups.entries()) {
    const ids = (Array.isArray(group) ? (group as unknown[]) : [group]).map(asId);
    const wrong = ids.indexOf(null);
    if (wrong !== -1) {
      const at = groups.length === 1 && group === list ? `[${wrong}]` : `[${i}]`;
      log.add(problem('wrong-shape', record.place(`${field}${at}`), 'document-ids', kindOf(list[i])));
      return null;
    }
    if (ids.length > 0) needs.push(ids as string[]);
  }
  return needs;
}

function groundTruth(record: DataRecord, field: string, log: ProblemLog): readonly unknown[] | null {
  const value = record.fields.get(field);
  if (typeof value === 'number' || (typeof value === 'string' && !looksLikeList(value))) return [value];
  const list = listIn(record, field, log);
  if (list === null) log.add(problem('wrong-shape', record.place(field), 'document-id-list', 'nothing'));
  return list ?? null;
}
