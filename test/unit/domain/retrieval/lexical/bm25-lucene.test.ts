import { describe, expect, it } from 'vitest';
import type { ScorerSpecOf } from '../../../../../src/domain/retrieval/lexical/scorer-spec';
import { expectScore, opened, passages, scores } from './make';
import { scorerOf } from '../../../../../src/domain/retrieval/lexical/registry';

const spec: ScorerSpecOf<'bm25-lucene'> = { kind: 'bm25-lucene', k1: 1.2, b: 0.75 };

/** In the first document, `a`: tf 2, df 1, dl 3. */
const norm = 1.2 * (0.25 + (0.75 * 3) / 2.2);
const idf = Math.log(1 + 4.5 / 1.5);

describe('bm25-lucene', () => {
  it('equals the formula by hand, and no near miss', () => {
    expectScore(scores(spec, 'a').get(0), idf * (2 / (2 + norm)), {
      'factor k1 + 1': idf * ((2 * 2.2) / (2 + norm)),
      'idf without 1 +': Math.log(4.5 / 1.5) * (2 / (2 + norm)),
      'logarithm to base 10': Math.log10(4) * (2 / (2 + norm)),
      'length in distinct terms': idf * (2 / (2 + 1.2 * (0.25 + (0.75 * 2) / 1.4))),
      'empty documents left out of the mean': idf * (2 / (2 + 1.2 * (0.25 + (0.75 * 3) / 2.75))),
      'empty documents left out of N': Math.log(1 + 3.5 / 1.5) * (2 / (2 + norm)),
    });
  });

  it('has Lucene’s lengths where they are kept in one byte, and leaves empty documents out', () => {
    // 45 tokens are read back as 44; 4 documents hold a token, (45 + 5 + 2 + 1) / 4 in the mean.
    const long = [`a ${'x '.repeat(44)}`, 'c c c c d', 'b c', '', 'e'];
    const lucene = (dl: number, avgdl: number, count: number): number =>
      Math.log(1 + (count - 1 + 0.5) / 1.5) * (1 / (1 + 1.2 * (0.25 + (0.75 * dl) / avgdl)));
    const score = scores({ ...spec, lengths: 'byte' }, 'a', long).get(0);
    expect(score).toBeCloseTo(lucene(44, 13.25, 4), 14);
    const wrong = {
      'exact length': lucene(45, 13.25, 4),
      'mean of cut lengths': lucene(44, 13, 4),
      'empty documents in N': lucene(44, 13.25, 5),
      'empty documents in the mean': lucene(44, 10.6, 4),
    };
    for (const [mistake, other] of Object.entries(wrong))
      expect(Math.abs(score! - other), mistake).toBeGreaterThan(1e-3);
  });

  it('adds up terms, and counts a repeat in the question again', () => {
    const [a, b] = [scores(spec, 'a').get(0)!, scores(spec, 'b').get(0)!];
    expectScore(scores(spec, 'a b').get(0), a + b, {});
    expectScore(scores(spec, 'a b a').get(0), 2 * a + b, { 'repeats counted once': a + b });
  });

  it('gives a term of every document a small score above 0', () => {
    expect(scores(spec, 'x', ['x y', 'x']).get(0)).toBeGreaterThan(0);
  });

  it.each([{ k1: -1 }, { k1: NaN }, { k1: Infinity }, { b: -0.1 }, { b: 1.1 }])('refuses %o', (wrong) => {
    expect(() => scorerOf(opened(passages), { ...spec, ...wrong })).toThrow(RangeError);
  });
});
