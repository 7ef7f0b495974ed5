import type { ColumnChoice } from '../../../domain/documents/file-report';

/** Usual names of columns, the likeliest first. */
const TEXT = ['text', 'content', 'contents', 'body', 'passage', 'document', 'article', 'page_content', 'description'];
const TEXT_CJK = ['正文', '内容', '內容', '文本', '本文', 'テキスト', '文章', '説明', '描述'];
const TITLE = [
  'title',
  'headline',
  'heading',
  'subject',
  'name',
  '标题',
  '標題',
  '题目',
  'タイトル',
  '題名',
  '見出し',
  '件名',
];
const ID = [
  '_id',
  'id',
  'doc_id',
  'docid',
  'document_id',
  'passage_id',
  'pid',
  'uid',
  'uuid',
  'key',
  '编号',
  '編號',
  '番号',
];

/**
 * Roles of columns by name, else the text by length, the longest on average.
 *
 * @returns null where no column holds text
 * @param valuesOf texts of a column, row by row, empty where there is none
 */
export function proposeColumns(
  columns: readonly string[],
  valuesOf: (column: string) => readonly string[],
): ColumnChoice | null {
  const named = (names: readonly string[], fits: (column: string) => boolean): string | null =>
    names.flatMap((name) => columns.filter((column) => column.trim().toLowerCase() === name)).find(fits) ?? null;
  const hasText = (column: string): boolean => valuesOf(column).some((value) => value.trim() !== '');
  const filled = columns.filter(hasText);
  // An id may be longer than a short text.
  const unnamed = filled.filter((column) => !ID.includes(column.trim().toLowerCase()));
  const text = named([...TEXT, ...TEXT_CJK], hasText) ?? longest(unnamed.length > 0 ? unnamed : filled, valuesOf);
  if (text === null) return null;
  const isOther = (column: string): boolean => column !== text && hasText(column);
  return {
    text: [text],
    title: named(TITLE, isOther),
    id: named(ID, (column) => isOther(column) && areIds(valuesOf(column))),
  };
}

function longest(columns: readonly string[], valuesOf: (column: string) => readonly string[]): string | null {
  const lengths = columns.map((column) => valuesOf(column).reduce((sum, value) => sum + value.length, 0));
  return columns[lengths.indexOf(Math.max(...lengths))] ?? null;
}

/** Whether each row has one, and no two rows the same. */
export const areIds = (values: readonly string[]): boolean =>
  values.every((value) => value.trim() !== '') && new Set(values).size === values.length;
