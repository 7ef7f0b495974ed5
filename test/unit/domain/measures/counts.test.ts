import { describe, expect, it } from 'vitest';
import { value } from './make';

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
