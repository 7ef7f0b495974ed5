import { withoutFormulas } from './csv';
import { markdownText, visibleText } from './visible-text';

/** A text, or a number as it is and as it is written; null where there is none. */
export type CopiedCell = string | { readonly value: number; readonly text: string } | null;

export interface CopiedTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly CopiedCell[])[];
}

/** For spreadsheets, numbers with all digits. No text has a break or a tab in it, and none is a formula. */
export function tsv({ header, rows }: CopiedTable): string {
  const lines = [header.map(tsvText), ...rows.map((row) => row.map(tsvCell))];
  return lines.map((cells) => `${cells.join('\t')}\n`).join('');
}

function tsvCell(cell: CopiedCell): string {
  if (cell === null) return '';
  return typeof cell === 'string' ? tsvText(cell) : String(cell.value);
}

const tsvText = (text: string): string => withoutFormulas(visibleText(text)).replace(/^\s*"/, "'$&");

export function markdownTable({ header, rows }: CopiedTable): string {
  const isNumber = header.map((_, column) => rows.some((row) => isFigure(row[column]!)));
  const rule = isNumber.map((number) => (number ? '---:' : '---'));
  const lines = [header.map((text) => markdownText(text)), rule, ...rows.map((row) => row.map(markdownCell))];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

const isFigure = (cell: CopiedCell): boolean => cell !== null && typeof cell !== 'string';

function markdownCell(cell: CopiedCell): string {
  if (cell === null) return '';
  return markdownText(typeof cell === 'string' ? cell : cell.text);
}
