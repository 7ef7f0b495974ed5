import type { Report } from './report';

/** Characters that take two columns in a terminal: Hangul, Han, kana and full-width forms. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

/**
 * The means as plain text for a terminal: a line a system, Hit Rate and MRR at every k with four decimals, columns
 * aligned. A measure that was not computed is a dash.
 */
export function tableText(report: Report): string {
  const header = ['system', ...report.ks.flatMap((k) => [`HitRate@${k}`, `MRR@${k}`])];
  const rows = report.systems.map(({ id, measures }) => [
    id,
    ...header.slice(1).map((measure) => measures[measure]?.toFixed(4) ?? '–'),
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

function columns(text: string): number {
  let count = 0;
  for (const character of text) count += wide.test(character) ? 2 : 1;
  return count;
}
