import type { DatasetBuilder } from '../builder';
import { problem, type ProblemLog } from '../problem';
import { baseName, extensionOf, folderName, folderOf, stemOf } from '../paths';
import { guarded } from '../readers/guarded';
import { idOf, recordsOf, type RecordLine } from '../readers/json-lines';
import { kindOf } from '../readers/json-kind';
import { looksLikeQrelsTable, readQrelsTable } from '../readers/qrels-table';
import type { SourceText } from '../source';
import type { CollectionFormat, FoundCollection } from './format';

const CORPUS = 'corpus.jsonl';
const QUERIES = 'queries.jsonl';
const PARTS = `A BEIR collection has ${CORPUS}, ${QUERIES} and qrels/test.tsv (or another split).`;

interface Files {
  /** The file by which the collection was found; the others are looked for beside it. */
  readonly main: SourceText;
  readonly corpus: SourceText | undefined;
  readonly queries: SourceText | undefined;
  readonly qrels: ReadonlyMap<string, SourceText>;
}

/**
 * The layout of BEIR (Thakur et al. 2021, https://github.com/beir-cellar/beir): documents `{_id, title?, text}` and
 * questions `{_id, text}` as JSON Lines, judgments as one table of question id, document id and grade for each split.
 */
export const beir: CollectionFormat = {
  name: 'beir',
  wants: `BEIR (${CORPUS}, ${QUERIES} and qrels/<split>.tsv, loose, in a folder or in a zip file)`,

  async find(files) {
    const [corpora, queries] = [named(files, CORPUS), named(files, QUERIES)];
    if (corpora.length <= 1 && queries.length <= 1) {
      const [main] = [...corpora, ...queries];
      if (!main) return [];
      return [found({ main, corpus: corpora[0], queries: queries[0], qrels: await findQrels(files) })];
    }
    const roots = corpora.length >= queries.length ? corpora : queries;
    return roots.map((main) => found({ main, corpus: undefined, queries: undefined, qrels: new Map() }));
  },
};

const named = (files: readonly SourceText[], name: string): SourceText[] =>
  files.filter(({ path }) => baseName(path).toLowerCase() === name);

/** Tables of a folder `qrels`; without one, whatever looks like judgments, as when single files were dropped. */
async function findQrels(files: readonly SourceText[]): Promise<Map<string, SourceText>> {
  const tables = files.filter(({ path }) => extensionOf(path) === 'tsv');
  const inFolder = tables.filter(({ path }) => baseName(folderOf(path)).toLowerCase() === 'qrels');
  const heads = inFolder.length > 0 ? [] : await Promise.all(tables.map((table) => table.head()));
  const loose = tables.filter((_, i) => looksLikeQrelsTable(heads[i] ?? '') || heads[i]?.trim() === '');
  const chosen = inFolder.length > 0 ? inFolder : loose;
  return new Map(chosen.map((table) => [stemOf(table.path), table] as const).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function found(files: Files): FoundCollection {
  const { main, corpus, queries, qrels } = files;
  const folder = folderOf(main.path);
  return {
    format: 'beir',
    isCertain: true,
    name: folderName(folder),
    root: folder === '' ? main.path : folder,
    splits: [...qrels.keys()],
    files: (split) => [corpus, queries, qrels.get(split ?? '')].filter((file) => file !== undefined),

    async read(split, builder, log) {
      await readPart(corpus, 'document', CORPUS, files, builder, log, (file) => readDocs(file, builder, log));
      await readPart(queries, 'question', QUERIES, files, builder, log, (file) => readQueries(file, builder, log));
      const table = qrels.get(split ?? '');
      const missing = 'qrels/test.tsv';
      await readPart(table, 'judgment', missing, files, builder, log, (file) => readQrelsTable(file, builder, log));
    },
  };
}

async function readPart(
  file: SourceText | undefined,
  part: 'document' | 'question' | 'judgment',
  name: string,
  { main }: Files,
  builder: DatasetBuilder,
  log: ProblemLog,
  read: (file: SourceText) => Promise<void>,
): Promise<void> {
  const onLost = (): void => builder.lost(part);
  if (file) {
    builder.expect(part, { file: file.path });
    await guarded(log, onLost, () => read(file));
  } else {
    const folder = folderOf(main.path);
    log.add(problem('missing-file', { file: folder === '' ? name : `${folder}/${name}` }, PARTS));
    onLost();
  }
}

async function readDocs(file: SourceText, builder: DatasetBuilder, log: ProblemLog): Promise<void> {
  const onLost = (): void => builder.lost('document');
  for await (const records of recordsOf(file, '_id and text', log, onLost))
    for (const each of records) {
      const { line, record } = each;
      const id = checkedId(each, file, log);
      const text = checkedText(each, 'text', file, log);
      const title = record['title'] == null ? '' : checkedText(each, 'title', file, log);
      if (id === null || text === null || title === null) onLost();
      else builder.addDoc(id, title, text, { file: file.path, line: line.number });
    }
}

async function readQueries(file: SourceText, builder: DatasetBuilder, log: ProblemLog): Promise<void> {
  const onLost = (): void => builder.lost('question');
  for await (const records of recordsOf(file, '_id and text', log, onLost))
    for (const each of records) {
      const id = checkedId(each, file, log);
      const text = checkedText(each, 'text', file, log);
      if (id === null || text === null) onLost();
      else builder.addQuery(id, text, { file: file.path, line: each.line.number });
    }
}

function checkedId(each: RecordLine, file: SourceText, log: ProblemLog): string | null {
  const id = idOf(each, '_id');
  if (id === null) report(each, '_id', 'text or a number', file, log);
  return id;
}

function checkedText(each: RecordLine, field: string, file: SourceText, log: ProblemLog): string | null {
  const value = each.record[field];
  if (typeof value === 'string') return value;
  report(each, field, 'text', file, log);
  return null;
}

function report(
  { record, line }: RecordLine,
  field: string,
  expected: string,
  file: SourceText,
  log: ProblemLog,
): void {
  const place = { file: file.path, line: line.number, field };
  log.add(problem('wrong-shape', place, expected, kindOf(record[field])));
}
