import { describe, expect, it } from 'vitest';
import { goldenPath, readQrels, readRun, sharedGoldenPath } from '../../../golden/read';
import {
  anytimeErrors,
  coverageOnce,
  judgedDifferences,
  JUDGES,
  populationCoverage,
  type JudgeName,
} from '../../../simulated-judges';

const qrelsPath = sharedGoldenPath('runs', 'cranfield.qrels');
const differencesOf = (judge: JudgeName) => {
  const runs = ['lsi', 'bm25'].map((run) => readRun(goldenPath('runs', `${run}.run`)));
  return judgedDifferences([runs[0]!, runs[1]!], readQrels(qrelsPath!), judge, 3);
};

/** As in `docs/evidence.md`, with fewer samples. */
describe.skipIf(qrelsPath === null)('50 of 218 questions judged by people, LSI − BM25 on Cranfield', () => {
  it.each(Object.keys(JUDGES) as JudgeName[])('a judge that is %s is covered as the interval says', (judge) => {
    const simulated = { ...differencesOf(judge), judged: 50, seed: 7 };
    const once = coverageOnce({ ...simulated, count: 2000 }, 'corrected');
    expect(once.covered).toBeGreaterThan(0.93);
    expect(once.covered).toBeLessThan(0.97);
    const population = populationCoverage({ ...simulated, count: 2000 });
    expect(population.covered).toBeGreaterThan(0.93);
    expect(population.covered).toBeLessThan(0.97);
    expect(anytimeErrors({ ...simulated, count: 200 }).errors).toBeLessThanOrEqual(0.05);
  });

  it('a good judge narrows the interval, a bad one hardly widens it', () => {
    const width = (judge: JudgeName, estimate: 'corrected' | 'humanOnly'): number =>
      coverageOnce({ ...differencesOf(judge), judged: 50, count: 300, seed: 7 }, estimate).width;
    expect(width('good', 'corrected')).toBeLessThan(0.7 * width('good', 'humanOnly'));
    expect(width('copies', 'corrected')).toBeLessThan(1.03 * width('copies', 'humanOnly'));
    expect(width('random', 'corrected')).toBeLessThan(1.03 * width('random', 'humanOnly'));
  });

  it('rejects the automatic mean alone, and an interval without the variance of the rectifier', () => {
    const copies = { ...differencesOf('copies'), judged: 50, count: 1000, seed: 7 };
    expect(coverageOnce(copies, 'uncorrected').covered).toBe(0);
    expect(coverageOnce(copies, 'withoutRectifier').covered).toBeLessThan(0.8);
  });
});
