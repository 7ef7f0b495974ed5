import { describe, expect, it } from 'vitest';
import { value } from './make';

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
