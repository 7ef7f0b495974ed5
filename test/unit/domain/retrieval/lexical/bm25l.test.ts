import { describe, expect, it } from 'vitest';
import type { ScorerSpecOf } from '../../../../../src/domain/retrieval/lexical/scorer-spec';
import { scorerOf } from '../../../../../src/domain/retrieval/lexical/registry';
import { expectScore, opened, passages, scores } from './make';

const spec: ScorerSpecOf<'bm25l'> = { kind: 'bm25l', k1: 1.5, b: 0.75, delta: 0.5, form: 'paper' };

/** In the first document, `a`: tf 2, df 1, dl 3. */
const c = 2 / (0.25 + (0.75 * 3) / 2.2);
const idf = Math.log(6 / 1.5);
const part = (2.5 * (c + 0.5)) / (1.5 + c + 0.5);

describe('bm25l', () => {
  it('equals the formula by hand, and no near miss', () => {
    expectScore(scores(spec, 'a').get(0), idf * part, {
      'without δ': (idf * 2.5 * c) / (1.5 + c),
      'δ outside': idf * ((2.5 * c) / (1.5 + c) + 0.5),
      'idf of BM25+': Math.log(6) * part,
      'logarithm to base 10': Math.log10(4) * part,
      'as rank-bm25': idf * 2 * part,
    });
  });

  it('has the factor tf of rank-bm25 where asked', () => {
    expectScore(scores({ ...spec, form: 'rank-bm25' }, 'a').get(0), idf * 2 * part, {});
  });

  it('gives nothing for a term that the document lacks, and counts repeats in the question', () => {
    expectScore(scores(spec, 'a c a').get(0), 2 * idf * part, {
      'δ for what is absent': 2 * idf * part + Math.log(6 / 2.5) * ((2.5 * 0.5) / (1.5 + 0.5)),
      'repeats counted once': idf * part,
    });
  });

  it.each([{ k1: -1 }, { b: 2 }, { delta: -1 }])('refuses %o', (wrong) => {
    expect(() => scorerOf(opened(passages), { ...spec, ...wrong })).toThrow(RangeError);
  });
});
