import { describe, expect, it } from 'vitest';
import { expectScore, scores } from './make';

const spec = { kind: 'tf-idf' } as const;
const [idf1, idf2] = [Math.log(6 / 2) + 1, Math.log(6 / 3) + 1];

describe('tf-idf', () => {
  it('equals the cosine by hand, and no near miss', () => {
    // Question (a: 1, b: 1), document (a: 2, b: 1).
    const dot = 2 * idf1 * idf1 + idf2 * idf2;
    const lengths = Math.hypot(idf1, idf2) * Math.hypot(2 * idf1, idf2);
    expectScore(scores(spec, 'a b').get(0), dot / lengths, {
      'document not normalised': dot / Math.hypot(idf1, idf2),
      'idf once': (2 * idf1 + idf2) / (Math.hypot(1, 1) * Math.hypot(2 * idf1, idf2)),
      'idf without + 1': (() => {
        const [x, y] = [idf1 - 1, idf2 - 1];
        return (2 * x * x + y * y) / (Math.hypot(x, y) * Math.hypot(2 * x, y));
      })(),
      'frequency as 1 + ln tf': (() => {
        const tf = 1 + Math.log(2);
        return (tf * idf1 * idf1 + idf2 * idf2) / (Math.hypot(idf1, idf2) * Math.hypot(tf * idf1, idf2));
      })(),
    });
  });

  it('counts repeats in the question in its vector', () => {
    const value = (4 * idf1 * idf1 + idf2 * idf2) / Math.hypot(2 * idf1, idf2) ** 2;
    expectScore(scores(spec, 'a b a').get(0), value, { 'repeats counted once': scores(spec, 'a b').get(0)! });
    expect(value).toBeCloseTo(1, 12);
  });

  it('leaves terms that no document holds out of the question', () => {
    expect(scores(spec, 'a b nowhere')).toEqual(scores(spec, 'a b'));
  });
});
