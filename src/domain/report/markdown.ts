import { comparisonTable } from './comparison-table';
import type { Report } from './report';
import { visibleText } from './visible-text';

/**
 * A GitHub Markdown table: the best value of a column in bold, superscript letters for the systems that one beats by
 * more than chance; below it, what inexact vector searches cost and lose.
 *
 * @param measures canonical texts, in column order
 */
export function markdown(report: Report, measures: readonly string[]): string {
  const table = comparisonTable(report, measures);
  const rows = table.rows.map(({ system, letter, cells }) => [
    letter,
    escaped(system),
    ...cells.map(
      ({ text, best, beaten }) => (best ? `**${text}**` : text) + (beaten === '' ? '' : `<sup>${beaten}</sup>`),
    ),
  ]);
  const means = tableOf(['', 'System', ...table.measures.map(escaped)], rows, 2);
  const note = table.note === null ? '' : `\n${escaped(table.note)}\n`;
  return means + note + vectorSearches(report);
}

/** @param names columns that hold no numbers */
function tableOf(header: readonly string[], rows: readonly (readonly string[])[], names: number): string {
  const rule = header.map((_, column) => (column < names ? '---' : '---:'));
  return [header, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function vectorSearches({ systems }: Report): string {
  const rows = systems.flatMap(({ id, vectorSearch = [] }) =>
    vectorSearch.map((search) => [
      escaped(vectorSearch.length > 1 ? `${id} (${search.retriever})` : id),
      search.recallAt10.toFixed(4),
      `${search.recallAtDepth.toFixed(4)} (${search.depth})`,
      percent(search.bytes / search.exactBytes),
      search.queryMilliseconds.toFixed(2),
      search.exactQueryMilliseconds.toFixed(2),
      search.buildMilliseconds.toFixed(0),
    ]),
  );
  if (rows.length === 0) return '';
  const header = ['Vector search', 'Recall@10', 'Recall@depth', 'Bytes', 'ms a question', 'ms exact', 'ms to build'];
  return `\n${tableOf(header, rows, 1)}\nRecall is of exact search over whole vectors, and bytes are a share of those.\n`;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Of a name; the note below the table is shorter. */
const MAX_TEXT = 1000;

const escaped = (text: string): string =>
  visibleText(text.replace(/\s+/g, ' '), MAX_TEXT).replace(/[\\`*_[\]<>|~#]/g, '\\$&');
