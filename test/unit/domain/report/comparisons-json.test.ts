import { expect, it } from 'vitest';
import { comparisonsJson } from '../../../../src/domain/report/comparisons-json';
import { comparison, pair } from './compared';

it('lists every pair of every measure, with the fields that are promised', () => {
  const pairs = [pair('a', 'b', 0.1, 0.04), pair('a', 'c', 0.2, null)];
  const found = comparisonsJson([
    comparison('MAP', ['a', 'b', 'c'], pairs),
    comparison('P@1', ['a', 'b'], [pairs[0]!]),
  ]);
  expect(found.map(({ measure, a, b }) => `${measure} ${a} ${b}`)).toEqual(['MAP a b', 'MAP a c', 'P@1 a b']);
  expect(found[0]).toEqual({
    measure: 'MAP',
    a: 'a',
    b: 'b',
    questions: 60,
    meanDifference: 0.1,
    ci95: { percentile: [-0.5, 0.5], bca: [-0.25, 0.5] },
    p: { t: 0.5, randomisation: 0.25, wilcoxon: 0.125 },
    holm: 0.04,
    bh: 0.3,
    tukey: 0.9,
    dz: 0.1,
    wins: 3,
    ties: 2,
    losses: 1,
    questionsNeeded: 787,
    exact: false,
    seed: 42,
    resamples: 10_000,
  });
  expect(found[1]!.holm).toBeNull();
});
