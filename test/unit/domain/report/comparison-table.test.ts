import { describe, expect, it } from 'vitest';
import { comparisonTable } from '../../../../src/domain/report/comparison-table';
import { comparison, pair } from './compared';
import { report, system } from './make';

const systems = [
  system('bm25', { MAP: 0.25, 'Hole@5': 0.5, num_ret: 12 }),
  system('dense', { MAP: 0.50004, 'Hole@5': 0.25, num_ret: 20 }),
  system('fused', { MAP: 0.50001, 'Hole@5': 0.75 }),
];
const compared = {
  ...report(systems),
  comparisons: [
    comparison(
      'MAP',
      ['bm25', 'dense', 'fused'],
      [pair('bm25', 'dense', -0.25, 0.01), pair('bm25', 'fused', -0.25, 0.2)],
    ),
  ],
};
const table = comparisonTable(compared, ['MAP', 'Hole@5', 'num_ret']);
const column = (i: number): string[] =>
  table.rows.map(({ cells }) => `${cells[i]!.text}${cells[i]!.best ? '*' : ''}${cells[i]!.beaten}`);

describe('comparisonTable', () => {
  it('marks all that read the same as the best, and whom a system beats', () =>
    expect(column(0)).toEqual(['0.2500', '0.5000*a', '0.5000*']));

  it('takes the lowest for the best where lower is better', () =>
    expect(column(1)).toEqual(['0.5000', '0.2500*', '0.7500']));

  it('has no best of counts, and a dash for what was not computed', () => expect(column(2)).toEqual(['12', '20', '–']));

  it('says what the marks mean', () => {
    expect(table.rows.map(({ letter }) => letter)).toEqual(['a', 'b', 'c']);
    expect(table.note).toBe(
      'Means over 2 questions; the best value of a column is bold. Letters name the systems that a system beats ' +
        "(p < .05, paired randomisation test, Holm's correction over 2 pairs; seed 42).",
    );
    expect(comparisonTable(report(systems), ['MAP']).note).toBe(
      'Means over 2 questions; the best value of a column is bold.',
    );
    expect(comparisonTable(report([systems[0]!]), ['MAP']).note).toBeNull();
    const skipping = systems.map((each) => ({ ...each, perQuery: { MAP: Float64Array.of(1, NaN) } }));
    expect(comparisonTable(report(skipping), ['MAP']).note).toMatch(/^Means over 2 questions, without those that/);
  });
});
