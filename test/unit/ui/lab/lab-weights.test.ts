import { describe, expect, it } from 'vitest';
import { inSteps, reweighted } from '../../../../src/ui/lab/lab-weights';

describe('reweighted', () => {
  it('keeps the ratio of the others, also over 0 and back', () => {
    const none = reweighted([0.4, 0.4, 0.2], 0, 1);
    expect(inSteps(none, 20)).toEqual([1, 0, 0]);
    expect(inSteps(reweighted(none, 0, 0.4), 20)).toEqual([0.4, 0.4, 0.2]);
    expect(inSteps(reweighted([1, 0, 0], 0, 0.5), 20)).toEqual([0.5, 0.25, 0.25]);
  });

  it('comes back to where it was, whatever was rounded between', () => {
    const first = [0.4, 0.35, 0.25];
    const moved = reweighted(reweighted(first, 0, 0.45), 0, 0.4);
    expect(inSteps(moved, 20)).toEqual(first);
  });
});

describe('inSteps', () => {
  it('adds to 1 in whole steps, and leaves what is in steps as it is', () => {
    expect(inSteps([1, 1, 1], 20)).toEqual([0.35, 0.35, 0.3]);
    for (let a = 0; a <= 20; a++)
      for (let b = 0; a + b <= 20; b++) {
        const weights = [a / 20, b / 20, (20 - a - b) / 20];
        expect(inSteps(weights, 20)).toEqual(weights);
      }
  });
});
