import { describe, expect, it } from 'vitest';
import { insightsOf } from '../../../../src/domain/insights/insights';
import type { Insight, InsightsInput } from '../../../../src/domain/insights/insight';
import { contentTerms } from '../../../../src/domain/questions/content-words';
import { sliceReport } from '../../../../src/domain/slices/report';
import { compare } from '../../../../src/domain/statistics/compare';
import { holm } from '../../../../src/domain/statistics/multiplicity';
import { SAMPLE_SYSTEMS, sampleSource, sampleValues } from '../../../sample-slices';

const VALUES = sampleValues();
const PREVIOUS = SAMPLE_SYSTEMS.map((id) =>
  id.endsWith('-rerank') ? ({ system: id.replace('-rerank', ''), part: 'rerank' } as const) : null,
);
const SLICES = sliceReport(
  {
    ...sampleSource(),
    measure: 'nDCG@10',
    systems: SAMPLE_SYSTEMS,
    values: VALUES,
    previous: PREVIOUS.map((stage) => stage?.system ?? null),
    best: 'ensemble',
    seed: 42,
    resamples: 1999,
  },
  contentTerms,
);
const COMPARISON = compare({ measure: 'nDCG@10', systems: SAMPLE_SYSTEMS, values: VALUES, seed: 42, resamples: 1999 });
const SAMPLE: InsightsInput = {
  measure: 'nDCG@10',
  k: 5,
  // A relevant passage at rank 1 has an nDCG of 1, one beyond rank 10 of 0; ranks between do not matter here.
  systems: SAMPLE_SYSTEMS.map((id, s) => ({
    id,
    values: VALUES[s]!,
    firstRelevant: Array.from(VALUES[s]!, (value) => (value === 0 ? 0 : value < 0.4 ? 7 : 1)),
  })),
  best: 'ensemble',
  previous: PREVIOUS,
  comparison: COMPARISON,
  slices: SLICES,
};
const only = <Code extends Insight['code']>(code: Code, input = SAMPLE): Extract<Insight, { code: Code }>[] =>
  insightsOf(input).filter((each): each is Extract<Insight, { code: Code }> => each.code === code);

describe('insights of the sample', () => {
  it('tell of the slice that was tested, from its worse half', () => {
    const [slice, ...more] = only('slice');
    expect(more).toEqual([]);
    expect(slice!.data).toMatchObject({ measure: 'nDCG@10', part: null, dimensions: SLICES!.dimensions.length });
    const { finding } = slice!.data;
    expect(finding).toMatchObject({ slice: 'shared-words:few', system: 'bm25', reference: 'ensemble' });
    expect(finding.inside).toBeLessThan(finding.outside);
    expect(finding.gap).toBeCloseTo(finding.inside - finding.outside, 12);
    expect(finding.ci95[0]).toBeLessThan(finding.gap);
    expect(finding.ci95[1]).toBeLessThan(0);
    const few = SLICES!.dimensions.flatMap(({ slices }) => slices).find(({ id }) => id === 'shared-words:few')!;
    expect(slice!.questions).toEqual(few.questions);
  });

  it('have the effect of each stage with p of Holm over the stages', () => {
    const stages = only('stage').map(({ data }) => data);
    const raw = [
      ['ensemble', 'ensemble-rerank'],
      ['ensemble-rrf', 'ensemble-rrf-rerank'],
    ].map(([a, b]) => COMPARISON.pairs.find((pair) => pair.a === a && pair.b === b)!);
    const p = holm(raw.map((pair) => pair.p.randomisation));
    expect(stages.map((each) => [each.system, each.reference, each.part, each.evidence].join(' '))).toEqual([
      'ensemble-rerank ensemble rerank none',
      'ensemble-rrf-rerank ensemble-rrf rerank none',
    ]);
    stages.forEach((each, i) => {
      expect(each.difference).toBeCloseTo(-raw[i]!.meanDifference, 12);
      expect(each.ci95).toEqual([-raw[i]!.ci95.bca![1], -raw[i]!.ci95.bca![0]]);
      expect(each.p).toBe(p[i]);
      expect(each.stages).toBe(2);
    });
  });

  it('counts what all miss, with the interval of Wilson', () => {
    const [missed] = only('missed-by-all');
    const expected = [...VALUES[0]!.keys()].filter((q) => VALUES.every((row) => row[q]! < 0.4));
    expect(missed!.questions).toEqual(expected);
    const nowhere = expected.filter((q) => VALUES.every((row) => row[q] === 0)).length;
    expect(missed!.data).toMatchObject({ k: 5, systems: 6, nowhere, share: { count: expected.length, of: 156 } });
    const [low, high] = missed!.data.share.ci95;
    expect(low).toBeLessThan(expected.length / 156);
    expect(high).toBeGreaterThan(expected.length / 156);
  });

  it('counts what the best misses and another finds', () => {
    const [missed] = only('missed-by-best');
    const found = (s: number, q: number): boolean => VALUES[s]![q]! >= 0.4;
    const expected = [...VALUES[0]!.keys()].filter((q) => !found(2, q) && VALUES.some((_, s) => found(s, q)));
    expect(missed!.questions).toEqual(expected);
    const { finder } = missed!.data;
    expect(finder.count).toBe(expected.filter((q) => found(SAMPLE_SYSTEMS.indexOf(finder.system), q)).length);
    expect(Math.max(...VALUES.map((_, s) => expected.filter((q) => found(s, q)).length))).toBe(finder.count);
  });

  it('names questions that distinguish no systems', () => {
    const [perfect] = only('perfect');
    expect(perfect!.questions).toEqual([...VALUES[0]!.keys()].filter((q) => VALUES.every((row) => row[q] === 1)));
  });

  it('come the sure ones first, and wait for what is not computed', () => {
    const codes = insightsOf(SAMPLE).map(({ code }) => code);
    expect(codes).toEqual(['slice', 'missed-by-all', 'stage', 'stage', 'missed-by-best', 'perfect']);
    expect(insightsOf({ ...SAMPLE, slices: null, comparison: null }).map(({ code }) => code)).toEqual([
      'missed-by-all',
      'missed-by-best',
      'perfect',
    ]);
  });
});

describe('insights', () => {
  it('are sure of a stage that changes every question, and know which it changes', () => {
    const before = Float64Array.from({ length: 30 }, (_, i) => 0.3 + (i % 5) / 50);
    const after = before.map((value, i) => (i < 20 ? value + 0.1 + (i % 3) / 100 : value));
    const comparison = compare({
      measure: 'MRR',
      systems: ['a', 'a-rerank'],
      values: [before, after],
      seed: 1,
      resamples: 999,
    });
    const firstRelevant = new Uint32Array(30).fill(1);
    const [stage] = only('stage', {
      measure: 'MRR',
      k: 5,
      systems: [
        { id: 'a', values: before, firstRelevant },
        { id: 'a-rerank', values: after, firstRelevant },
      ],
      best: 'a-rerank',
      previous: [null, { system: 'a', part: 'rerank' }],
      comparison,
      slices: null,
    });
    expect(stage!.data.evidence).toBe('sure');
    expect(stage!.data.difference).toBeGreaterThan(0.06);
    expect(stage!.questions).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });

  it('prefers a stage to a comparison with the best where both have the same p', () => {
    const dimension = SLICES!.dimensions.find(({ id }) => id === 'shared-words')!;
    const [own] = dimension.findings;
    const stage = { ...own!, kind: 'stage' as const, reference: 'other' };
    const report = { ...SLICES!, dimensions: [{ ...dimension, findings: [own!, stage] }] };
    const previous = PREVIOUS.map((each, i) => (i === 0 ? ({ system: 'other', part: 'boost' } as const) : each));
    const [slice] = only('slice', { ...SAMPLE, previous, comparison: null, slices: report });
    expect(slice!.data).toMatchObject({ part: 'boost', finding: { kind: 'stage' }, dimensions: 1 });
  });
});
