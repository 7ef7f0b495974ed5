import { describe, expect, it } from 'vitest';
import type { OngoingJudging } from '../../../../src/domain/evidence/counted';
import { figureKind, noConclusion } from '../../../../src/domain/run-comparison/compared-kinds';

const ongoing = (queue: OngoingJudging['queue']): OngoingJudging => ({ queue, seed: 's', complete: 3, of: 9 });
const sampled: OngoingJudging = {
  ...ongoing('passages'),
  sample: { passages: 3, kinds: { 'P@10': 'unbiased', 'nDCG@10': 'ratio', 'MRR@10': null }, ranges: {}, planned: [] },
};

describe('what the figures of two runs are', () => {
  it('is complete, incomplete or estimated', () => {
    expect(figureKind(undefined, 'P@10')).toBe('complete');
    expect(figureKind(ongoing('questions'), 'P@10')).toBe('complete');
    expect(figureKind(ongoing('informative'), 'P@10')).toBe('incomplete');
    expect(figureKind(ongoing('passages'), 'P@10')).toBe('incomplete');
    expect(['P@10', 'nDCG@10', 'MRR@10'].map((measure) => figureKind(sampled, measure))).toEqual([
      'unbiased',
      'ratio',
      'none',
    ]);
  });

  it('lets conclude from figures of one kind that are not biased', () => {
    expect(noConclusion(undefined, undefined, 'P@10')).toBeNull();
    expect(noConclusion(undefined, ongoing('questions'), 'P@10')).toBeNull();
    expect(noConclusion(sampled, sampled, 'P@10')).toBeNull();
    expect(noConclusion(undefined, ongoing('informative'), 'P@10')).toBe('incomplete');
    expect(noConclusion(ongoing('passages'), sampled, 'P@10')).toBe('incomplete');
    expect(noConclusion(undefined, sampled, 'P@10')).toBe('mixed');
    expect(noConclusion(sampled, sampled, 'nDCG@10')).toBe('ratio');
    expect(noConclusion(undefined, sampled, 'MRR@10')).toBe('none');
  });
});
