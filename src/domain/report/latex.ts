import { comparisonTable } from './comparison-table';
import type { Report } from './report';
import { visibleText } from './visible-text';

/**
 * A LaTeX table for booktabs: the best value of a column in bold, superscript letters for the systems that one beats by
 * more than chance.
 *
 * @param measures canonical texts, in column order
 */
export function latex(report: Report, measures: readonly string[]): string {
  const table = comparisonTable(report, measures);
  const header = ['\\#', 'System', ...table.measures.map(escaped)].join(' & ');
  const rows = table.rows.map(({ system, letter, cells }) =>
    [letter, escaped(system), ...cells.map(({ text, best, beaten }) => cellOf(text, best, beaten))].join(' & '),
  );
  return `${[
    '% \\usepackage{booktabs}',
    '\\begin{table}',
    '\\centering',
    ...(table.note === null ? [] : [`\\caption{${escaped(table.note)}}`]),
    `\\begin{tabular}{ll${'l'.repeat(table.measures.length)}}`,
    '\\toprule',
    `${header} \\\\`,
    '\\midrule',
    ...rows.map((row) => `${row} \\\\`),
    '\\bottomrule',
    '\\end{tabular}',
    '\\end{table}',
  ].join('\n')}\n`;
}

function cellOf(text: string, best: boolean, beaten: string): string {
  const value = best ? `\\textbf{${escaped(text)}}` : escaped(text);
  return beaten === '' ? value : `${value}$^{${beaten}}$`;
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '–': '--',
  // Around what cannot be seen.
  '⟨': '\\textless{}',
  '⟩': '\\textgreater{}',
};

/** Of a name; the note below the table is shorter. */
const MAX_TEXT = 1000;

const escaped = (text: string): string =>
  visibleText(text.replace(/\s+/g, ' '), MAX_TEXT).replace(
    /[\\{}~^<>–⟨⟩#$%&_]/g,
    (sign) => escapes[sign] ?? `\\${sign}`,
  );
