import { describe, expect, it } from 'vitest';
import { FusionLab } from '../../../../src/domain/lab/lab';
import { firstSetting } from '../../../../src/domain/fusion/method-settings';
import { perQuestionWeights } from '../../../../src/domain/lab/per-question';
import { finish } from '../../../../src/domain/ltr/training';
import { labOf, twoKinds } from './make';

const request = { base: firstSetting(2), measure: 'MRR', baseline: 'list 0' };
const found = (isShort: (q: number) => boolean, questions = 40) =>
  finish(perQuestionWeights(new FusionLab(labOf(twoKinds(questions, isShort)), 200), request));

describe('perQuestionWeights', () => {
  it('learns from the text which list to trust, where the same weights for all cannot', () => {
    const { heldOut, fixed, overFixed, weights } = found((q) => q % 2 === 0);
    expect(fixed.mean).toBeLessThan(0.8);
    expect(heldOut.mean).toBe(1);
    expect(overFixed.difference.mean).toBeCloseTo(heldOut.mean - fixed.mean, 12);
    expect(overFixed.ci95![0]).toBeGreaterThan(0);
    expect(weights[0]!.least).toBeLessThan(0.5);
    expect(weights[0]!.most).toBeGreaterThan(0.5);
  });

  it('gives every question the weights that are best for all, where features tell nothing', () => {
    const { heldOut, fixed, penalties } = found(() => true);
    expect(heldOut).toEqual(fixed);
    expect(penalties).toEqual([Infinity, Infinity, Infinity, Infinity, Infinity]);
  });

  it('refuses a method without weights', () => {
    const lab = new FusionLab(labOf(twoKinds(20, () => true)), 50);
    expect(() => finish(perQuestionWeights(lab, { ...request, base: { ...request.base, method: 'isr' } }))).toThrow(
      'no weights',
    );
  });
});
