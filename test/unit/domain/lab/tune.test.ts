import { describe, expect, it } from 'vitest';
import { FusionLab } from '../../../../src/domain/lab/lab';
import { firstSetting } from '../../../../src/domain/fusion/method-settings';
import { tune, type TuneRequest } from '../../../../src/domain/lab/tune';
import { finish } from '../../../../src/domain/ltr/training';
import { compare } from '../../../../src/domain/statistics/compare';
import { gradesOf, labOf, listOf, twoKinds } from './make';
import { DEFAULT_CROSS_FITTED } from '../../../../src/domain/fusion/fusion-spec';
import { TRAINED_FUSIONS } from '../../../../src/domain/fusion/methods/trained';
import { crossFitted, trainedFusion } from '../../../../src/domain/lab/trained';

const request: TuneRequest = {
  base: firstSetting(2),
  search: { kind: 'grid', varied: ['weights'], draws: 0, seed: 1 },
  measure: 'MRR',
  baseline: 'list 0',
};
const labWith = (shortOnes: (q: number) => boolean, questions = 30): FusionLab =>
  new FusionLab(labOf(twoKinds(questions, shortOnes)), 200);

describe('tune', () => {
  it('finds the list that always knows, and measures it held out as well as it is', () => {
    const found = finish(
      tune(
        labWith(() => true),
        request,
      ),
    );
    expect(found.chosen.weights[0]).toBeGreaterThan(0.5);
    expect(found.heldOut.mean).toBe(1);
    expect(found.optimistic.mean).toBe(1);
    expect(found.choices.reduce((sum, { folds }) => sum + folds, 0)).toBe(5);
    expect(found.settings).toBe(21);
  });

  it('gives each question the value of a setting that was chosen without it', () => {
    const lab = labWith((q) => q % 3 === 0);
    const found = finish(tune(lab, request));
    const rows = found.choices.map(({ setting }) => lab.rounded(setting, 'MRR'));
    found.values.forEach((value, q) => expect(rows.map((row) => row[q])).toContain(value));
  });

  it('compares the held-out values with the baseline as any two systems are compared, but for the interval', () => {
    const lab = new FusionLab(labOf(twoKinds(30, (q) => q % 3 === 0)), 500);
    const { chosen, heldOut, optimistic, values } = finish(tune(lab, request));
    const pairOf = (row: Float64Array) =>
      compare({
        measure: 'MRR',
        systems: ['a', 'b'],
        values: [row, lab.input.systems[0]!.values['MRR']!],
        seed: 42,
        resamples: 500,
      }).pairs[0]!;
    const { meanDifference, wins, ci95 } = pairOf(values);
    expect([heldOut.difference.mean, heldOut.difference.higher]).toEqual([meanDifference, wins]);
    const [low, high] = heldOut.ci95!;
    // The interval is around the mean of many splits, of which this is one.
    expect(low < meanDifference && meanDifference < high).toBe(true);
    expect(high - low).toBeGreaterThan(ci95.bca![1] - ci95.bca![0]);
    expect(optimistic.ci95).toEqual(pairOf(lab.rounded(chosen, 'MRR')).ci95.bca);
  });

  it('refuses fewer questions than parts need, one setting, too many, and a measure without a better end', () => {
    const run = (changes: Partial<TuneRequest>, lab = labWith(() => true)) =>
      finish(tune(lab, { ...request, ...changes }));
    expect(() =>
      run(
        {},
        labWith(() => true, 9),
      ),
    ).toThrow('9 questions');
    expect(() => run({ search: { ...request.search, varied: [] } })).toThrow('one setting alone');
    const three = twoKinds(12, () => true).map((each) => ({ ...each, lists: [...each.lists, each.lists[0]!] }));
    const all = { ...request.search, varied: ['method', 'weights', 'norm', 'absent'] as const };
    expect(() => run({ base: firstSetting(3), search: all }, new FusionLab(labOf(three), 50))).toThrow('vary less');
    expect(() => run({ measure: 'NumRet' })).toThrow(RangeError);
  });
});

describe('FusionLab', () => {
  const questions = twoKinds(20, (q) => q % 2 === 0);
  const lab = new FusionLab(labOf(questions, { measures: ['MRR', 'NumRet', 'Hole@1'] }), 100);

  it('says of each measure the mean, the baseline’s mean and the difference', () => {
    const reading = lab.read({
      setting: { ...firstSetting(2), weights: [1, 0] },
      baseline: 'list 1',
      measure: 'MRR',
    });
    const { mean, baseline, difference } = reading.measures['MRR']!;
    expect(baseline).toBe(0.5);
    // What the second list has alone stands behind the first list, at rank 3, and is not lost.
    expect(mean).toBeCloseTo(0.5 + 0.5 / 3, 12);
    expect(difference).toMatchObject({ questions: 20, higher: 10, same: 0, lower: 10 });
    expect(reading.values).toHaveLength(20);
    expect(reading.values[0]).toBe(1);
  });

  it('trains a method that learns on the other folds alone', () => {
    const setting = { ...firstSetting(2), method: 'mapfuse' as const };
    const specOf = crossFitted(setting, lab.questions, lab.folds, 1);
    for (const q of [0, 5, 19]) {
      const others = lab.questions.filter((_, i) => lab.folds[i] !== lab.folds[q]);
      const learned = TRAINED_FUSIONS.mapfuse.train(others, DEFAULT_CROSS_FITTED.mapfuse, 1);
      expect(specOf(q)).toEqual({ method: 'mapfuse', ...learned });
      // Trained on all it would be another.
      expect(specOf(q)).not.toEqual(trainedFusion(setting, lab.questions.slice(0, 3), 1));
    }
    expect(lab.values(setting, ['MRR'])[0]).toHaveLength(20);
  });

  it('refuses lists that hold a document twice, and folds of too few questions', () => {
    const twice = [...listOf({ a: 2 }), ...listOf({ a: 1 })];
    expect(() => new FusionLab(labOf([{ lists: [twice, []], grades: gradesOf({}) }]))).toThrow('twice');
    expect(() => new FusionLab(labOf(twoKinds(9, () => true))).folds).toThrow('9 questions');
  });
});
