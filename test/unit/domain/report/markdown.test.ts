import { expect, it } from 'vitest';
import { markdown } from '../../../../src/domain/report/markdown';
import { comparison, pair } from './compared';
import { report, system } from './make';

it('writes a table, the best bold, whom it beats above it', () => {
  const systems = [system('bm25', { MAP: 0.25 }), system('a|b_c', { MAP: 0.5 })];
  const comparisons = [comparison('MAP', ['bm25', 'a|b_c'], [pair('bm25', 'a|b_c', -0.25, 0.01)])];
  const [head, rule, first, second, , note] = markdown({ ...report(systems), comparisons }, ['MAP']).split('\n');
  expect([head, rule, first, second]).toEqual([
    '|  | System | MAP |',
    '| --- | --- | ---: |',
    '| a | bm25 | 0.2500 |',
    '| b | a\\|b\\_c | **0.5000**<sup>a</sup> |',
  ]);
  expect(note).toMatch(/^Means over 2 questions; .*\(p \\< \.05/);
});
