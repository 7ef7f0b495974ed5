import { describe, expect, it } from 'vitest';
import { DEFAULT_CROSS_FITTED } from '../../../../src/domain/fusion/fusion-spec';
import { TRAINED_FUSIONS } from '../../../../src/domain/fusion/methods/trained';
import { FusionLab } from '../../../../src/domain/lab/lab';
import { firstSetting } from '../../../../src/domain/fusion/method-settings';
import { crossFitted, trainedFusion } from '../../../../src/domain/lab/trained';
import { gradesOf, labOf, listOf, twoKinds } from './make';

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

  it('does not compare what is a count', () => {
    const { measures } = lab.read({ setting: firstSetting(2), baseline: 'list 0', measure: 'MRR' });
    expect(measures['NumRet']!.difference).toBeNull();
    expect(measures['Hole@1']!.difference).not.toBeNull();
  });

  it('leaves out questions that no list answers, where the result does', () => {
    const silent = [...questions, { lists: [[], []], grades: gradesOf({ right: 1 }) }];
    const skipping = new FusionLab(labOf(silent, { missing: 'skip' }), 100);
    const { measures, values } = skipping.read({ setting: firstSetting(2), baseline: 'list 0', measure: 'MRR' });
    expect(values[20]).toBeNaN();
    expect(measures['MRR']!.difference!.questions).toBe(20);
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
