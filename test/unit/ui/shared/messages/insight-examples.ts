import type { Insight } from '../../../../../src/domain/insights/insight';

export const SLICE_INSIGHT = {
  code: 'slice',
  data: {
    measure: 'nDCG@10',
    dimension: { id: 'shared-words', kind: 'shared-words', field: null },
    finding: {
      kind: 'best',
      system: 'bm25',
      reference: 'ensemble',
      slice: 'shared-words:few',
      evidence: 'sure',
      inside: -0.148,
      outside: -0.038,
      gap: -0.11,
      ci95: [-0.172, -0.047],
      p: 0.018,
      slices: [
        { slice: 'shared-words:few', mean: -0.148, ci95: [-0.204, -0.095] },
        { slice: 'shared-words:more', mean: -0.038, ci95: [-0.076, -0.003] },
      ],
    },
    labels: [
      { slice: 'shared-words:few', label: { code: 'shared-words', data: { few: true } } },
      { slice: 'shared-words:more', label: { code: 'shared-words', data: { few: false } } },
    ],
    part: null,
    dimensions: 5,
  },
  questions: [1, 2, 3],
} as const satisfies Insight;

export const STAGE_INSIGHT = {
  code: 'stage',
  data: {
    system: 'ensemble-rerank',
    reference: 'ensemble',
    part: 'rerank',
    measure: 'nDCG@10',
    difference: -0.009,
    ci95: [-0.031, 0.011],
    p: 0.777,
    stages: 2,
    evidence: 'none',
  },
  questions: [1, 2],
} as const satisfies Insight;
