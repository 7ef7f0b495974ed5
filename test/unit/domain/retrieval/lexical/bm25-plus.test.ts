import { describe, expect, it } from 'vitest';
import type { ScorerSpecOf } from '../../../../../src/domain/retrieval/lexical/scorer-spec';
import { scorerOf } from '../../../../../src/domain/retrieval/lexical/registry';
import { expectScore, opened, passages, scores } from './make';

const spec: ScorerSpecOf<'bm25-plus'> = { kind: 'bm25-plus', k1: 1.5, b: 0.75, delta: 1, absent: 'nothing' };

/** In the first document, `a`: tf 2, df 1, dl 3; `c`: df 2. */
const part = (2 * 2.5) / (2 + 1.5 * (0.25 + (0.75 * 3) / 2.2));
const [idfA, idfC] = [Math.log(6 / 1), Math.log(6 / 2)];

describe('bm25-plus', () => {
  it('equals the formula by hand, and no near miss', () => {
    expectScore(scores(spec, 'a').get(0), idfA * (1 + part), {
      'without δ': idfA * part,
      'δ within the saturation': idfA * ((3 * 2.5) / (3 + 1.5 * (0.25 + (0.75 * 3) / 2.2))),
      'without k1 + 1': idfA * (1 + part / 2.5),
      'idf of Lucene': Math.log(1 + 4.5 / 1.5) * (1 + part),
      'logarithm to base 10': Math.log10(6) * (1 + part),
    });
  });

  it('gives nothing for a term that the document lacks, or δ where asked, as rank-bm25', () => {
    expectScore(scores(spec, 'a c').get(0), idfA * (1 + part), {});
    const all = { ...spec, absent: 'delta' } as const;
    expectScore(scores(all, 'a c').get(0), idfA * (1 + part) + idfC, { nothing: idfA * (1 + part) });
    expectScore(scores(all, 'a c c').get(0), idfA * (1 + part) + 2 * idfC, {
      'repeats once': idfA * (1 + part) + idfC,
    });
  });

  it('finds no document without a term, though rank-bm25 gives it δ', () => {
    expect([...scores({ ...spec, absent: 'delta' }, 'a c').keys()].sort()).toEqual([0, 1, 2]);
  });

  it.each([{ k1: -1 }, { b: 2 }, { delta: -1 }, { delta: NaN }])('refuses %o', (wrong) => {
    expect(() => scorerOf(opened(passages), { ...spec, ...wrong })).toThrow(RangeError);
  });
});
