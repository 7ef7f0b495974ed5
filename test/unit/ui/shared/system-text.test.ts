import { describe, expect, it } from 'vitest';
import type { PartKey } from '../../../../src/domain/experiment/parts';
import type { StepRank } from '../../../../src/engine/inspect/tried-question';
import { partName, stepTexts } from '../../../../src/ui/shared/system-text';
import { bareSystem, LIST_CHANGING_PARTS } from '../../system-parts';

const at = (rank: number, score: number) => ({ rank, score });
const step = (part: PartKey, before: StepRank['before'], after: StepRank['after'], reads: number | null = null) =>
  ({ part, before, after, reads }) as const;
const { fusion, boost, rerank } = LIST_CHANGING_PARTS;

describe('what the parts of a system did to a passage', () => {
  it('is told part by part, in the order in which they act', () => {
    const system = { ...bareSystem, fusion, boost, threshold: 0.5 };
    const steps = [step('fusion', null, at(2, 0.75)), step('boost', at(2, 0.75), at(1, 1)), step('threshold', at(1, 1), at(1, 1))]; // prettier-ignore
    expect(stepTexts(system, steps)).toEqual([
      { label: 'Joined by wsum', text: 'rank 2, 0.7500' },
      { label: 'Lifted by “year”', text: 'rank 1, 1.000' },
      { label: 'Threshold', text: 'kept: 1.000 is not below 0.5000' },
    ]);
  });

  it.each([
    [0, at(3, 0.5), at(1, 2), 'logit 2.000; it stood at rank 3 before'],
    [0.25, at(3, 0.5), at(1, 2), 'logit 0.7500 + 2.5 × 0.5000 (rank 3 before) = 2.000'],
    [0.25, at(21, 0.5), at(21, 2), 'not read: it stood at rank 21, below the first 20'],
  ])('with α of %d of a reranker', (interpolation, before, after, text) => {
    const system = { ...bareSystem, rerank: { ...rerank, interpolation } };
    expect(stepTexts(system, [step('rerank', before, after, 20)])).toEqual([{ label: 'Reranked', text }]);
  });

  it('has a name for every part', () => {
    for (const part of Object.keys(LIST_CHANGING_PARTS)) expect(partName(part as PartKey)).toMatch(/^[a-z ]+$/);
  });
});
