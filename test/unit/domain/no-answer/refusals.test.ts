import { describe, expect, it } from 'vitest';
import {
  balancedAccuracy,
  bestRefusal,
  isRefusedAt,
  refusalCurve,
  refusalsAt,
} from '../../../../src/domain/no-answer/refusals';

const scores = { answerable: [3, 4, 5, -Infinity], unanswerable: [1, 3] };

describe('refusals by the first score', () => {
  it('are of scores below the threshold, and of empty lists', () => {
    expect(isRefusedAt(3, 3)).toBe(false);
    expect(isRefusedAt(2.9, 3)).toBe(true);
    expect(isRefusedAt(-Infinity, null)).toBe(true);
    expect(isRefusedAt(-1e300, null)).toBe(false);
    expect(refusalsAt(scores, 3)).toEqual({ falseAnswers: 0.5, falseRefusals: 0.25 });
    expect(refusalsAt(scores, null)).toEqual({ falseAnswers: 1, falseRefusals: 0.25 });
  });

  it('go from answering all that has a passage to answering nothing', () => {
    const curve = refusalCurve(scores, 5);
    expect(curve[0]).toMatchObject({ threshold: 1, falseAnswers: 1, falseRefusals: 0.25 });
    expect(curve.at(-1)).toMatchObject({ falseAnswers: 0, falseRefusals: 1 });
    expect(refusalCurve({ answerable: [2], unanswerable: [2] }, 3).at(-1)).toMatchObject({ falseRefusals: 1 });
    expect(refusalCurve({ answerable: [], unanswerable: [] }, 3)).toEqual([]);
  });

  it('are chosen by the best balance, and none where answering all is as good', () => {
    expect(bestRefusal(scores)).toBe(4);
    expect(bestRefusal({ answerable: [1, 2], unanswerable: [3, 4] })).toBeNull();
    expect(balancedAccuracy({ falseAnswers: 1, falseRefusals: 0 })).toBe(0.5);
    expect(balancedAccuracy({ falseAnswers: 0, falseRefusals: 1 })).toBe(0.5);
  });
});
