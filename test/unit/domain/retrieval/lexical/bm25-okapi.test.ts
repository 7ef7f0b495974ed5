import { describe, expect, it } from 'vitest';
import type { ScorerSpecOf } from '../../../../../src/domain/retrieval/lexical/scorer-spec';
import { scorerOf } from '../../../../../src/domain/retrieval/lexical/registry';
import { expectScore, opened, passages, scores } from './make';

const spec: ScorerSpecOf<'bm25-okapi'> = { kind: 'bm25-okapi', k1: 1.5, b: 0.75, epsilon: 0.25 };
const part = (2 * 2.5) / (2 + 1.5 * (0.25 + (0.75 * 3) / 2.2));

describe('bm25-okapi', () => {
  it('equals the formula by hand, and no near miss', () => {
    const idf = Math.log(4.5 / 1.5);
    expectScore(scores(spec, 'a').get(0), idf * part, {
      'idf of Lucene': Math.log(1 + 4.5 / 1.5) * part,
      'without k1 + 1': (idf * part) / 2.5,
      'logarithm to base 10': Math.log10(3) * part,
    });
    expectScore(scores(spec, 'a a').get(0), 2 * idf * part, { 'repeats counted once': idf * part });
  });

  it('gives a term of most documents ε times the mean idf, which keeps negative values', () => {
    // x in 3 of 4; p, q, r and s in one each. All documents have two tokens, so the length does not matter.
    const from = ['x p', 'x q', 'x r', 's s'];
    const [rare, negative] = [Math.log(3.5 / 1.5), Math.log(1.5 / 3.5)];
    const saturated = (1 * 2.5) / (1 + 1.5);
    expectScore(scores(spec, 'x', from).get(0), ((0.25 * (4 * rare + negative)) / 5) * saturated, {
      'not floored': negative * saturated,
      'zero instead': 0,
      'mean of positive values': 0.25 * rare * saturated,
      'mean over tokens': ((0.25 * (5 * rare + 3 * negative)) / 8) * saturated,
    });
  });

  it('finds documents whose score is 0 or below, which a tiny collection gives', () => {
    // Held by half of the documents: ln 1 is 0.
    expect(scores(spec, 'x', ['x', 'y'])).toEqual(new Map([[0, 0]]));
    const below = scores(spec, 'x', ['x', 'x']);
    expect([...below.keys()]).toEqual([0, 1]);
    expect(below.get(0)).toBeLessThan(0);
    // 0 times a negative mean is −0, with which documents must be found no less.
    expect(scores({ ...spec, epsilon: 0 }, 'x', ['x', 'x']).size).toBe(2);
  });

  it.each([{ k1: -1 }, { b: 2 }, { epsilon: -1 }])('refuses %o', (wrong) => {
    expect(() => scorerOf(opened(passages), { ...spec, ...wrong })).toThrow(RangeError);
  });
});
