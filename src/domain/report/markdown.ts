import { comparisonTable } from './comparison-table';
import type { Report } from './report';

/**
 * The comparison as a table of GitHub's Markdown: the best value of a column in bold, and as superscripts the letters of
 * the systems that one beats by more than chance.
 *
 * @param measures canonical texts, in the order of the columns
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
  const header = ['', 'System', ...table.measures.map(escaped)];
  const rule = header.map((_, column) => (column < 2 ? '---' : '---:'));
  const lines = [header, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${lines.join('\n')}\n${table.note === null ? '' : `\n${escaped(table.note)}\n`}`;
}

/** What Markdown would take for a sign of its own, as the sign itself. */
const escaped = (text: string): string => text.replace(/[\\`*_[\]<>|~#]/g, '\\$&').replace(/\s+/g, ' ');
