import { describe, expect, it } from 'vitest';
import { insightText } from '../../../../../src/ui/shared/messages/insights';
import type { Insight } from '../../../../../src/domain/insights/insight';
import { SLICE_INSIGHT, STAGE_INSIGHT } from './insight-examples';

const textOf = (insight: Insight) =>
  insightText(
    insight,
    (id) => (id === 'ensemble' ? 'Hybrid' : id),
    (measure) => measure,
  );
const share = { count: 8, of: 156, ci95: [0.026, 0.098] } as const;

describe('an insight in words', () => {
  it('says where a system does worse, by how much, and what that was tested by', () => {
    expect(textOf(SLICE_INSIGHT)).toEqual({
      title: 'bm25 does worse where few words are shared',
      text: 'Against Hybrid: −.148 nDCG@10 there, −.038 on the other questions. The two are .110 apart (.047 to .172).',
      evidence: 'Sure: p = .018, permutation test of all slices, corrected for 5 ways of dividing the questions',
    });
  });

  it('says that it may be, where that is all that the test supports', () => {
    const { data } = SLICE_INSIGHT;
    const finding = { ...data.finding, evidence: 'perhaps', gap: 0.11, ci95: [-0.003, 0.172], p: 0.06 } as const;
    expect(textOf({ ...SLICE_INSIGHT, data: { ...data, finding } })).toMatchObject({
      title: 'bm25 may do better where few words are shared',
      text: expect.stringContaining('The two are .110 apart (−.003 to .172).') as string,
      evidence: expect.stringMatching(/^Perhaps: p = .060/) as string,
    });
    expect(textOf({ ...SLICE_INSIGHT, data: { ...data, finding, part: 'rerank' } }).title).toBe(
      'Reranking may help more where few words are shared',
    );
  });

  it('claims no effect of a stage that no test supports', () => {
    expect(textOf(STAGE_INSIGHT)).toEqual({
      title: 'No significant effect of reranking on Hybrid',
      text: '−.009 nDCG@10 (−.031 to +.011) from Hybrid to ensemble-rerank.',
      evidence: 'p = .777, paired randomisation test, Holm-corrected for 2 stages',
    });
    const better = { ...STAGE_INSIGHT.data, evidence: 'sure', difference: 0.05, p: 0.0004, stages: 1 } as const;
    expect(textOf({ ...STAGE_INSIGHT, data: better })).toMatchObject({
      title: 'Reranking improves Hybrid',
      evidence: 'Sure: p < .001, paired randomisation test',
    });
    const worse = { ...better, evidence: 'perhaps', difference: -0.05, part: 'boost' } as const;
    expect(textOf({ ...STAGE_INSIGHT, data: worse }).title).toBe('Boosting may harm Hybrid');
  });

  it('counts with an interval', () => {
    const missed = { code: 'missed-by-all', data: { k: 5, systems: 6, share, nowhere: 2 }, questions: [] } as const;
    expect(textOf(missed)).toEqual({
      title: '8 questions are missed by all 6 systems',
      text: 'No system has a relevant passage among the first 5; for 2 of them there is none in any list.',
      evidence: '5.1\u00a0% of questions, 95 % interval 2.6\u00a0% to 9.8\u00a0%',
    });
    const one = { ...missed, data: { ...missed.data, share: { ...share, count: 1 }, nowhere: 0 } };
    expect(textOf(one)).toMatchObject({
      title: '1 question is missed by all 6 systems',
      text: 'No system has a relevant passage among the first 5.',
    });
    const finder = { system: 'embedding', count: 7 };
    const best = { code: 'missed-by-best', data: { k: 5, best: 'ensemble', share, finder }, questions: [] } as const;
    expect(textOf(best)).toMatchObject({
      title: 'Other systems find 8 questions that Hybrid misses',
      text: 'A relevant passage is among their first 5. embedding finds most of them: 7 of 8.',
    });
    expect(textOf({ code: 'perfect', data: { measure: 'MRR', systems: 6, share }, questions: [] })).toMatchObject({
      title: '8 questions do not distinguish systems',
    });
  });
});
