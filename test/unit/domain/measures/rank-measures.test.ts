import { describe, expect, it } from 'vitest';
import { value } from './make';
import { aggregate } from '../../../../src/domain/measures/score';

const threeRelevant = { a: 1, b: 2, c: 1 };

describe('MAP', () => {
  it('averages the precision at relevant documents over all of them, found or not', () => {
    expect(value('MAP', 'a x b', threeRelevant)).toBeCloseTo((1 + 2 / 3) / 3, 15);
    expect(value('MAP@2', 'a x b', threeRelevant)).toBeCloseTo(1 / 3, 15);
  });

  it('rejects a MAP@k divided by min(k, R)', () => {
    expect(value('MAP@1', 'a x b', threeRelevant)).toBe(1 / 3);
    expect(value('MAP@1', 'a x b', threeRelevant)).not.toBe(1);
  });

  it('rejects the average over the relevant documents that were found', () => {
    expect(value('MAP', 'a', threeRelevant)).toBe(1 / 3);
  });

  it('is 0 where nothing is relevant', () => {
    expect(value('MAP', 'a', { a: 0 })).toBe(0);
  });
});

describe('MAPmin@k', () => {
  it('divides by what k places can hold: a perfect ranking has 1', () => {
    const judgments = { a: 1, b: 1, c: 1 };
    expect([1, 2, 3, 4].map((k) => value(`MAPmin@${k}`, 'a b c', judgments))).toEqual([1, 1, 1, 1]);
    expect(value('MAPmin@2', 'a x b', judgments)).toBe(1 / 2);
  });

  it('is MAP@k where k is R or more', () => {
    expect(value('MAPmin@5', 'x a y b', { a: 1, b: 1 })).toBe(value('MAP@5', 'x a y b', { a: 1, b: 1 }));
  });

  it('is 0 where nothing is relevant', () => {
    expect(value('MAPmin@5', 'a', { a: 0 })).toBe(0);
  });
});

describe('cumulated gain', () => {
  const judgments = { a: 3, b: 2, c: 1, zero: 0, negative: -1 };

  describe('nDCG', () => {
    it('is discounted gain as a share of the ideal ranking, gain being the grade', () => {
      const ideal = 3 + 2 / Math.log2(3) + 1 / Math.log2(4);
      expect(value('nDCG', 'c a', judgments)).toBeCloseTo((1 + 3 / Math.log2(3)) / ideal, 15);
    });

    it('rejects exponential gain', () => {
      const exponential = (1 + 7 / Math.log2(3)) / (7 + 3 / Math.log2(3) + 1 / Math.log2(4));
      expect(value('nDCG', 'c a', judgments)).not.toBeCloseTo(exponential, 3);
    });

    it('rejects an ideal ranking that is not cut at k', () => {
      expect(value('nDCG@1', 'a', judgments)).toBe(1);
      expect(value('nDCG@1', 'a', judgments)).not.toBe(3 / (3 + 2 / Math.log2(3) + 1 / Math.log2(4)));
    });

    it('rejects an ideal ranking of the retrieved documents only', () => {
      expect(value('nDCG@2', 'c x', judgments)).toBeCloseTo(1 / (3 + 2 / Math.log2(3)), 15);
    });

    it('gains nothing from negative grades, grade 0 and unjudged documents, which hold their ranks', () => {
      expect(value('nDCG@4', 'negative zero unjudged a', judgments)).toBeCloseTo(
        value('nDCG@4', 'x y z a', judgments),
        15,
      );
    });

    it('does not depend on the threshold of relevance, as in trec_eval', () => {
      expect(value('nDCG@2', 'c b', judgments, { relevance: 3 })).toBe(value('nDCG@2', 'c b', judgments));
    });

    it('is 0 where no grade is positive', () => {
      expect(value('nDCG', 'zero', { zero: 0, negative: -1 })).toBe(0);
    });
  });

  describe('nDCGexp', () => {
    it('has the gain 2^grade − 1', () => {
      const ideal = 7 + 3 / Math.log2(3);
      expect(value('nDCGexp@2', 'b a', { a: 3, b: 2, c: 1 })).toBeCloseTo((3 + 7 / Math.log2(3)) / ideal, 15);
    });

    it('rejects linear gain', () => {
      expect(value('nDCGexp@2', 'b a', { a: 3, b: 2 })).not.toBeCloseTo(value('nDCG@2', 'b a', { a: 3, b: 2 }), 3);
    });

    it('is nDCG where grades are 0 and 1', () => {
      expect(value('nDCGexp', 'x a b', { a: 1, b: 1, c: 1 })).toBe(value('nDCG', 'x a b', { a: 1, b: 1, c: 1 }));
    });
  });
});

it('gm_map is the average precision of a question and the geometric mean of all', () => {
  const values = [value('gm_map', 'a', { a: 1 }), value('gm_map', 'x a', { a: 1, b: 1 })];
  expect(values).toEqual([1, 1 / 4]);
  expect(aggregate({ name: 'gm_map' }, values)).toBeCloseTo(1 / 2, 15);
});

it('gm_bpref is the bpref of a question and the geometric mean of all', () => {
  const values = [value('gm_bpref', 'a', { a: 1 }), value('gm_bpref', 'x a', { a: 1, b: 1, c: 1, d: 1 })];
  expect(values).toEqual([1, 1 / 4]);
  expect(aggregate({ name: 'gm_bpref' }, values)).toBeCloseTo(1 / 2, 15);
});

describe('11pt_avg', () => {
  it('is the mean of interpolated precision at 0, 0.1, …, 1', () => {
    const levels = Array.from({ length: 11 }, (_, i) =>
      value(`iprec_at_recall_${(i / 10).toFixed(2)}`, 'x a b y c', { a: 1, b: 1, c: 1, d: 1 }),
    );
    const mean = levels.reduce((sum, each) => sum + each, 0) / 11;
    expect(value('11pt_avg', 'x a b y c', { a: 1, b: 1, c: 1, d: 1 })).toBeCloseTo(mean, 15);
  });
});

const fourRelevant = { a: 1, b: 1, c: 1, d: 1 };
const at = (level: string) => value(`iprec_at_recall_${level}`, 'x a b y c', fourRelevant);

describe('iprec_at_recall', () => {
  it('is the highest precision at any rank from the recall level on', () => {
    expect(['0.00', '0.50', '0.70', '1.00'].map(at)).toEqual([2 / 3, 2 / 3, 3 / 5, 0]);
  });

  it('rejects the precision at the level itself', () => {
    expect(at('0.20')).toBe(2 / 3);
    expect(at('0.20')).not.toBe(1 / 2);
  });

  it('rounds the documents that a level asks for to the nearest: 0.3 of 4 is one, 0.4 of 4 is two', () => {
    const levels = ['0.30', '0.40'].map((level) => value(`iprec_at_recall_${level}`, 'a x b', fourRelevant));
    expect(levels).toEqual([1, 2 / 3]);
  });

  it('is 0 where nothing is relevant', () => {
    expect(value('iprec_at_recall_0.00', 'a', { a: 0 })).toBe(0);
  });
});

describe('P@k', () => {
  it('is the share of the first k that is relevant', () => {
    const values = [1, 2, 3, 4].map((k) => value(`P@${k}`, 'a x b y', { a: 1, b: 2 }));
    expect(values).toEqual([1, 1 / 2, 2 / 3, 2 / 4]);
  });

  it('rejects a precision that divides by the number of retrieved documents', () => {
    expect(value('P@5', 'a b', { a: 1, b: 1 })).toBe(2 / 5);
    expect(value('P@5', 'a b', { a: 1, b: 1 })).not.toBe(2 / 2);
  });

  it('rejects a precision over judged documents only', () => {
    expect(value('P@2', 'a unjudged', { a: 1 })).toBe(1 / 2);
  });

  it('is 0 without results', () => {
    expect(value('P@5', '', { a: 1 })).toBe(0);
  });
});

describe('Recall@k', () => {
  it('is the share of all relevant documents that is among the first k', () => {
    const values = [1, 2, 3, 4].map((k) => value(`Recall@${k}`, 'a x b y', { a: 1, b: 2, c: 1, d: 0 }));
    expect(values).toEqual([1 / 3, 1 / 3, 2 / 3, 2 / 3]);
  });

  it('rejects a recall that divides by k, or by the smaller of k and R', () => {
    expect(value('Recall@2', 'a b', { a: 1, b: 1, c: 1 })).toBe(2 / 3);
    expect(value('Recall@2', 'a b', { a: 1, b: 1, c: 1 })).not.toBe(2 / 2);
  });

  it('counts relevant documents that were not retrieved', () => {
    expect(value('Recall@10', 'a', { a: 1, b: 1 })).toBe(1 / 2);
  });

  it('is 0, not 0 / 0, where nothing is relevant', () => {
    expect(value('Recall@5', 'a b', { a: 0, b: -1 })).toBe(0);
  });

  it('counts the relevant documents at the grade asked for', () => {
    expect(value('Recall@1', 'a', { a: 2, b: 1 }, { relevance: 2 })).toBe(1);
  });

  it('counts needs where a question has them: any document of a need meets it', () => {
    const recall = (k: number, needs: string[]) =>
      value(`Recall@${k}`, 'a x b c', { a: 1, b: 1, c: 1, d: 1 }, { needs });
    expect([1, 3, 4].map((k) => recall(k, ['a|b', 'c']))).toEqual([1 / 2, 1 / 2, 1]);
    expect(recall(4, ['a', 'd'])).toBe(1 / 2);
    expect(recall(4, ['a', ''])).toBe(1 / 2);
    expect(recall(1, ['a', 'a|b'])).toBe(1);
  });
});

describe('F1@k', () => {
  it('is the harmonic mean of precision and recall', () => {
    for (const k of [1, 2, 3, 4, 5, 10]) {
      const [p, r, f] = ['P', 'Recall', 'F1'].map((name) => value(`${name}@${k}`, 'a x b y z', { a: 1, b: 1, c: 1 }));
      expect(f).toBeCloseTo((2 * p! * r!) / (p! + r!), 15);
    }
  });

  it('rejects the arithmetic mean', () => {
    expect(value('F1@4', 'a', { a: 1 })).not.toBe((1 / 4 + 1) / 2);
  });

  it('is 0, not 0 / 0, where precision and recall are 0', () => {
    expect(value('F1@5', 'x', { a: 1 })).toBe(0);
    expect(value('F1@5', 'x', { a: 0 })).toBe(0);
    expect(value('F1@5', 'x', { a: 1 }, { needs: ['a'] })).toBe(0);
  });

  it('takes the recall of needs where there are needs', () => {
    const found = value('F1@4', 'a x b', { a: 1, b: 1 }, { needs: ['a|b', 'c'] });
    expect(found).toBeCloseTo((2 * (2 / 4) * (1 / 2)) / (2 / 4 + 1 / 2), 15);
  });
});

describe('RecallCapped@k', () => {
  it('divides by what k places can hold', () => {
    const values = [1, 2, 3, 4].map((k) => value(`RecallCapped@${k}`, 'a x b y', { a: 1, b: 2, c: 1 }));
    expect(values).toEqual([1, 1 / 2, 2 / 3, 2 / 3]);
  });

  it('is 0 where nothing is relevant', () => {
    expect(value('RecallCapped@5', 'a', { a: 0 })).toBe(0);
  });

  it('does not pass 1 where one document meets several needs', () => {
    expect(value('RecallCapped@1', 'a', { a: 1, b: 1 }, { needs: ['a', 'a|b', 'b'] })).toBe(1);
  });
});

describe('RPrec', () => {
  it('is precision at the number of relevant documents', () => {
    expect(value('RPrec', 'a x b c', { a: 1, b: 1, c: 1 })).toBe(2 / 3);
    expect(value('RPrec', 'a', { a: 1, b: 1 })).toBe(1 / 2);
  });

  it('is 0 where nothing is relevant', () => {
    expect(value('RPrec', 'a', { a: 0 })).toBe(0);
  });
});

describe('set_P', () => {
  it('divides by the number of retrieved documents, unlike P@k', () => {
    expect(value('set_P', 'a x b', { a: 1, b: 1 })).toBe(2 / 3);
  });

  it('is 0, not 0 / 0, without results', () => {
    expect(value('set_P', '', { a: 1 })).toBe(0);
  });
});

describe('set_recall', () => {
  it('is the share of relevant documents that was retrieved, at any rank', () => {
    expect(value('set_recall', 'x y a', { a: 1, b: 1 })).toBe(1 / 2);
    expect(value('set_recall', 'x', { x: 0 })).toBe(0);
  });
});

describe('set_F', () => {
  it('is the harmonic mean of set_P and set_recall', () => {
    const [p, r] = [1 / 3, 1 / 2];
    expect(value('set_F', 'x y a', { a: 1, b: 1 })).toBeCloseTo((2 * p * r) / (p + r), 15);
  });

  it('is 0, not 0 / 0, where nothing was found', () => {
    expect(value('set_F', '', { a: 0 })).toBe(0);
  });
});

describe('set_map', () => {
  it('is set_P times set_recall', () => {
    expect(value('set_map', 'x y a', { a: 1, b: 1 })).toBeCloseTo((1 / 3) * (1 / 2), 15);
    expect(value('set_map', '', { a: 0 })).toBe(0);
  });
});

describe('counts', () => {
  const names = ['num_q', 'num_ret', 'num_rel', 'num_rel_ret', 'num_nonrel_judged_ret'];
  const judgments = { a: 1, b: 2, c: 1, m: 0, minus: -1 };
  const counts = (ids: string, relevance = 1) => names.map((name) => value(name, ids, judgments, { relevance }));

  describe('counts', () => {
    it('tell questions, documents retrieved, relevant, relevant and retrieved, not relevant and retrieved', () => {
      expect(counts('a m b x minus')).toEqual([1, 5, 3, 2, 1]);
    });

    it('follow the threshold of relevance', () => {
      expect(counts('a m b x minus', 2)).toEqual([1, 5, 1, 1, 2]);
    });

    it('keep the question and its relevant documents where nothing was retrieved', () => {
      expect(counts('')).toEqual([1, 0, 3, 0, 0]);
    });
  });
});
