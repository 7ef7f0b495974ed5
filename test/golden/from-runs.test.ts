import { expect, it } from 'vitest';
import { measureOf } from '../../src/domain/measures/parse';
import { score } from '../../src/domain/measures/score';
import { compare } from '../../src/domain/statistics/compare';
import { goldenPath, readQrels, readRun, sharedGoldenPath } from './read';
import { golden } from './stats';

const MEASURES = { 'nDCG@10': 'ndcg@10', MAP: 'ap' } as const;
const cranfieldPath = sharedGoldenPath('runs', 'cranfield.qrels');

/** The reference's inputs have twelve digits; ours have all, and rounding must decide no rank and no tie. */
it.skipIf(cranfieldPath === null)('from run files to tests: 200 values are those of the reference', () => {
  const qrels = readQrels(cranfieldPath!);
  const measures = Object.keys(MEASURES).map(measureOf);
  const scored = golden.runs.map((run) => score(readRun(goldenPath('runs', `${run}.run`)), qrels, measures));
  let compared = 0;
  for (const [measure, reference] of Object.entries(MEASURES)) {
    const values = scored.map((each) => each.values.get(measure)!);
    const { pairs } = compare({ measure, systems: golden.runs, values, seed: 1, resamples: 10 });
    for (const expected of golden.results[reference].pairs) {
      const { a, b } = expected;
      const found = pairs.find((pair) => pair.a === a && pair.b === b)!;
      const both: [string, number | null, number][] = [
        ['mean difference', found.meanDifference, expected.mean_diff],
        ['t', found.p.t, expected.p_t],
        ['Wilcoxon', found.p.wilcoxon, expected.wilcoxon_p],
        ['Holm of t', found.holm.t, expected.holm_p_t],
        ['BH of Wilcoxon', found.bh.wilcoxon, expected.bh_wilcoxon_p],
        ['dz', found.dz, expected.cohen_dz],
        ['wins', found.wins, expected.wins],
        ['ties', found.ties, expected.ties],
        ['losses', found.losses, expected.losses],
        ['Tukey', found.tukey, expected.tukey_p],
      ];
      for (const [name, ours, theirs] of both)
        expect(Math.abs(ours! - theirs), `${name} of ${a} and ${b} by ${measure}`).toBeLessThan(1e-9);
      compared += both.length;
    }
  }
  expect(compared).toBe(200);
});
