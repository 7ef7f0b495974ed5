import { describe, expect, it } from 'vitest';
import { FusionLab } from '../../../../src/domain/lab/lab';
import { firstSetting } from '../../../../src/domain/lab/methods';
import { type TuneRequest, tune } from '../../../../src/domain/lab/tune';
import { finish } from '../../../../src/domain/ltr/training';
import { compare } from '../../../../src/domain/statistics/compare';
import { labOf, twoKinds } from './make';

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

  it('says of noise that the optimistic number is above the held-out one', () => {
    // Each question is answered by one of the lists at random: no weight is better, but on so few some look it.
    const found = finish(
      tune(
        labWith((q) => (q * 7919) % 13 < 6, 25),
        request,
      ),
    );
    expect(found.optimistic.mean).toBeGreaterThanOrEqual(found.heldOut.mean);
  });

  it('gives each question the value of a setting that was chosen without it', () => {
    const lab = labWith((q) => q % 3 === 0);
    const found = finish(tune(lab, request));
    const rows = found.choices.map(({ setting }) => lab.rounded(setting, 'MRR'));
    found.values.forEach((value, q) => expect(rows.map((row) => row[q])).toContain(value));
  });

  it('compares the held-out values with the baseline as any two systems are compared', () => {
    const lab = new FusionLab(labOf(twoKinds(30, (q) => q % 3 === 0)), 500);
    const { heldOut, values } = finish(tune(lab, request));
    const against = lab.input.systems[0]!.values['MRR']!;
    const [pair] = compare({
      measure: 'MRR',
      systems: ['a', 'b'],
      values: [values, against],
      seed: 42,
      resamples: 500,
    }).pairs;
    expect(heldOut.ci95).toEqual(pair!.ci95);
    expect(heldOut.difference.mean).toBe(pair!.meanDifference);
  });

  it('counts the settings that are as good as the one chosen', () => {
    const { equal, settings } = finish(
      tune(
        labWith(() => true),
        request,
      ),
    );
    expect(equal).toBeGreaterThan(1);
    expect(equal).toBeLessThan(settings);
  });

  it('tells each step of the way', () => {
    const steps: unknown[] = [];
    finish(
      tune(
        labWith(() => true),
        request,
      ),
      (step) => steps.push(step),
    );
    expect(steps).toHaveLength(21);
    expect(steps.at(-1)).toEqual({ done: 21, of: 21 });
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
