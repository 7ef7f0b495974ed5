import type { Report } from './report';

/** Characters that take two columns in a terminal: Hangul, Han, kana and full-width forms. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

export function tableText(report: Pick<Report, 'systems'>, measures: readonly string[]): string {
  const header = ['system', ...measures];
  const rows = report.systems.map(({ id, measures: means }) => [
    id,
    ...measures.map((measure) => textOf(means[measure])),
  ]);
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => columns(row[column]!))));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => {
        const padding = ' '.repeat(widths[i]! - columns(cell));
        return i === 0 ? cell + padding : padding + cell;
      })
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return `${[line(header), rule, ...rows.map(line)].join('\n')}\n`;
}

const textOf = (mean: number | undefined): string => (mean === undefined || Number.isNaN(mean) ? '–' : mean.toFixed(4));

function columns(text: string): number {
  let count = 0;
  for (const character of text) count += wide.test(character) ? 2 : 1;
  return count;
}
