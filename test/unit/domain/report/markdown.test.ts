import { expect, it } from 'vitest';
import { markdown } from '../../../../src/domain/report/comparison-table';
import { comparison, pair } from './compared';
import { report, system, vectorSearch } from './make';

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

it('writes a second table where searches of vectors are not exact, a row for each', () => {
  const both = { ...system('a|b', { MAP: 0.5 }), vectorSearch: [vectorSearch, { ...vectorSearch, retriever: 3 }] };
  const text = markdown(report([system('exact', { MAP: 0.25 }), both]), ['MAP']);
  expect(text.split('\n').slice(-7)).toEqual([
    '| Vector search | Recall@10 | Recall@depth | Bytes | ms a question | ms exact | ms to build |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    '| a\\|b (1) | 0.9500 | 0.8750 (100) | 25.0 % | 0.50 | 2.00 | 7 |',
    '| a\\|b (3) | 0.9500 | 0.8750 (100) | 25.0 % | 0.50 | 2.00 | 7 |',
    '',
    'Recall is of exact search over whole vectors, and bytes are a share of those.',
    '',
  ]);
  expect(markdown(report([system('exact', { MAP: 0.25 })]), ['MAP'])).not.toContain('Vector search');
});

it('shows what a name hides, and cuts what nobody reads', () => {
  const name = '\u202e\\input{x}\u0000\u2066</td>\u2028' + 'x'.repeat(1_000_000);
  const text = markdown(report([system(name, { MAP: 1 })]), ['MAP']);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
  expect(text).toContain('U+202E');
  expect(text.length).toBeLessThan(3000);
});
