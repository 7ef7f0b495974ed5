import { describe, expect, it } from 'vitest';
import { judgedShare } from '../../../../src/domain/measures/judged';
import { qrelsOf, runOf } from './make';

describe('judgedShare', () => {
  it('is the share of the first k that has a judgment, and its mean over judged questions', () => {
    const share = judgedShare(
      runOf({ q1: 'a x b y', q2: 'a' }),
      qrelsOf({ q1: { a: 1, b: 0 }, q2: { a: 1 }, q3: { a: 1 } }),
      2,
    );
    expect(share.queries).toEqual(['q1', 'q2', 'q3']);
    expect([...share.values]).toEqual([1 / 2, 1 / 2, 0]);
    expect(share.mean).toBeCloseTo(1 / 3, 15);
  });

  it('rejects unjudged counted as grade 0: only the judged document has a judgment', () => {
    expect([...judgedShare(runOf({ q: 'zero unjudged' }), qrelsOf({ q: { zero: 0 } }), 2).values]).toEqual([1 / 2]);
  });

  it('takes a negative grade for unjudged, as trec_eval does', () => {
    expect([...judgedShare(runOf({ q: 'a' }), qrelsOf({ q: { a: -1 } }), 1).values]).toEqual([0]);
  });
});
