import { describe, expect, it } from 'vitest';
import type { OngoingJudging } from '../../../../../src/domain/evidence/counted';
import {
  decidingName,
  estimateMark,
  estimateNote,
  ongoingJudgingText,
} from '../../../../../src/ui/shared/messages/judging';
import { verdictText } from '../../../../../src/ui/shared/messages/verdict';
import { names } from './verdict-example';

const ongoing = (queue: OngoingJudging['queue']): OngoingJudging => ({ queue, seed: 's', complete: 31, of: 225 });
const sampled: OngoingJudging = {
  ...ongoing('passages'),
  sample: {
    passages: 3,
    kinds: { 'P@10': 'unbiased', 'nDCG@10': 'ratio', 'MRR@10': null },
    ranges: {},
    planned: ['a', 'b'],
  },
};

describe('figures while judging goes on', () => {
  it('are marked as estimates, ratio estimates or incomplete', () => {
    expect(estimateMark(undefined)).toBeNull();
    expect(estimateMark(ongoing('questions'))).toBe('Estimate · 31 of 225 questions judged');
    expect(estimateMark(ongoing('informative'))).toBe('Incomplete · 31 of 225 questions judged');
    expect(estimateMark(ongoing('passages'))).toBe('Incomplete · 31 of 225 questions judged');
    expect(estimateMark(sampled)).toBe('Estimate · 31 of 225 questions judged');
    expect(estimateMark(sampled, 'P@10')).toBe('Estimate · 31 of 225 questions judged');
    expect(estimateMark(sampled, 'nDCG@10')).toBe('Ratio estimate · 31 of 225 questions judged');
  });

  it('are said to be what they are, measure by measure', () => {
    const text = ongoingJudgingText(sampled);
    expect(text).toContain('Estimates from 3 sampled passages per question: those of 31 of 225 questions are judged');
    expect(text).toContain('Unbiased: P@10.');
    expect(text).toContain('Ratio estimates, biased for few judgments: nDCG@10.');
    expect(text).toContain('this sample cannot estimate them: MRR@10.');
    expect(text).not.toContain('not relevant');
    expect(ongoingJudgingText(ongoing('passages'))).toContain('Unjudged passages count as not relevant');
    expect(['P@10', 'nDCG@10', 'MRR@10'].map((measure) => estimateNote(sampled, measure))).toEqual([
      'estimate',
      'ratio estimate, biased for few judgments',
      'a sample of passages cannot estimate it',
    ]);
    expect(estimateNote(ongoing('questions'), 'P@10')).toBe('');
  });

  it('are decided by the sum that a ratio divides', () => {
    expect(decidingName('unbiased', 'P@10')).toBe('P@10');
    expect(decidingName('ratio', 'nDCG@10')).toBe('DCG@10');
    expect(decidingName('ratio', 'Recall@5')).toBe('P@5');
    // A first passage weighs more than a last one in it, which it does not in P.
    expect(decidingName('ratio', 'MAP@10')).toBe('rank-weighted P@10');
  });

  it('give no verdict by a measure that cannot be estimated, nor for systems outside of the pool', () => {
    const none = { measure: 'MRR@10', better: 'higher', margin: 0.02, questions: 31, baseline: null } as const;
    const said = (verdict: Parameters<typeof verdictText>[0]): string => {
      const { title, sentences } = verdictText(verdict, names);
      return [title, ...sentences.flat().map(({ text }) => text)].join(' ');
    };
    expect(said({ ...none, kind: 'none', reason: 'unsampled', judging: sampled })).toContain(
      'No verdict by MRR@10: a sample of passages cannot estimate it.',
    );
    expect(said({ ...none, kind: 'none', reason: 'pool', outside: ['a'], judging: sampled })).toContain(
      'Nothing can be concluded for A: passages of its lists had no chance to be drawn',
    );
  });
});
