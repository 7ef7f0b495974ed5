import { measureOf } from '../measures/parse';
import { definitionOf } from '../measures/registry';
import type { Report, SystemReport } from './report';
import { beatenBy, systemLetters } from './significance-letters';
import { visibleText } from './visible-text';

const MISSING = '–';
const DECIMALS = 4;

export function comparisonTable(report: Report, measures: readonly string[]) {
  const letters = systemLetters(report.systems.length);
  const letterOf = new Map(report.systems.map(({ id }, i) => [id, letters[i]!]));
  const columns = measures.map((measure) => columnOf(report, measure, letterOf));
  const rows = report.systems.map(({ id }, i) => ({
    system: id,
    letter: letters[i]!,
    cells: columns.map((cells) => cells[i]!),
  }));
  return {
    measures,
    rows,
    /** What the figures are worth where they are estimates, and what bold and letters mean; null where there is nothing to say. */
    note: noteOf(report, measures),
  };
}

function columnOf(report: Report, measure: string, letterOf: ReadonlyMap<string, string>) {
  const { better, aggregate } = definitionOf(measureOf(measure));
  const texts = report.systems.map((system) => textOf(system, measure, aggregate === 'sum'));
  const values = report.systems.map(({ measures }) => measures[measure]).filter((value) => isValue(value));
  const winner = better === 'lower' ? Math.min(...values) : Math.max(...values);
  const best = texts[report.systems.findIndex(({ measures }) => measures[measure] === winner)];
  const comparison = report.comparisons?.find((each) => each.measure === measure);
  const beaten = comparison && beatenBy(comparison, better);
  return report.systems.map(({ id }, i) => ({
    text: texts[i]!,
    // Compared as printed: a difference that cannot be read is none.
    best: better !== null && values.length > 1 && texts[i] === best,
    beaten: (beaten?.get(id) ?? []).map((system) => letterOf.get(system)!).join(''),
  }));
}

function textOf({ measures }: SystemReport, measure: string, isCount: boolean): string {
  const value = measures[measure];
  if (!isValue(value)) return MISSING;
  return isCount ? String(value) : value.toFixed(DECIMALS);
}

const isValue = (value: number | undefined): value is number => value !== undefined && !Number.isNaN(value);

function noteOf(report: Report, measures: readonly string[]): string | null {
  const { estimate } = report;
  const notes = [
    ...(estimate === undefined ? [] : [estimate]),
    ...(report.systems.length > 1 ? [marksNote(report, measures)] : []),
  ];
  return notes.length > 0 ? notes.join(' ') : null;
}

function marksNote({ systems, queries, comparisons }: Report, measures: readonly string[]): string {
  const compared = comparisons?.filter(({ measure }) => measures.includes(measure)) ?? [];
  const [first] = compared;
  const isPartial = systems.some(({ perQuery }) => measures.some((measure) => perQuery[measure]?.some(Number.isNaN)));
  const which = isPartial ? ', without those that a system has no results for' : '';
  const over = `Means over ${queries.length} questions${which}; the best value of a column is bold.`;
  if (!first) return over;
  return (
    `${over} Letters name the systems that a system beats (p < .05, paired randomisation test, ` +
    `Holm's correction over ${first.pairs.length} ${first.pairs.length === 1 ? 'pair' : 'pairs'}; seed ${first.seed}).`
  );
}

/** For booktabs: the best value of a column in bold, superscript letters for the systems that one beats. */
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
  '⟨': '\\textless{}',
  '⟩': '\\textgreater{}',
};

const MAX_TEXT = 1000;

const escaped = (text: string): string =>
  visibleText(text.replace(/\s+/g, ' '), MAX_TEXT).replace(
    /[\\{}~^<>–⟨⟩#$%&_]/g,
    (sign) => escapes[sign] ?? `\\${sign}`,
  );

export function markdown(report: Report, measures: readonly string[]): string {
  const table = comparisonTable(report, measures);
  const rows = table.rows.map(({ system, letter, cells }) => [
    letter,
    escapedForMarkdown(system),
    ...cells.map(
      ({ text, best, beaten }) => (best ? `**${text}**` : text) + (beaten === '' ? '' : `<sup>${beaten}</sup>`),
    ),
  ]);
  const means = tableOf(['', 'System', ...table.measures.map(escapedForMarkdown)], rows, 2);
  const note = table.note === null ? '' : `\n${escapedForMarkdown(table.note)}\n`;
  return means + note + vectorSearches(report);
}

function tableOf(header: readonly string[], rows: readonly (readonly string[])[], names: number): string {
  const rule = header.map((_, column) => (column < names ? '---' : '---:'));
  return [header, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function vectorSearches({ systems }: Report): string {
  const rows = systems.flatMap(({ id, vectorSearch = [] }) =>
    vectorSearch.map((search) => [
      escapedForMarkdown(vectorSearch.length > 1 ? `${id} (${search.retriever})` : id),
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

const escapedForMarkdown = (text: string): string =>
  visibleText(text.replace(/\s+/g, ' '), MAX_TEXT).replace(/[\\`*_[\]<>|~#]/g, '\\$&');
