import { expect, it } from 'vitest';
import type { StepRank } from '../../../../../src/workbench/inspect/tried-question';
import { stepMoves } from '../../../../../src/ui/shared/panes/panes';

const at = (rank: number | null) => (rank === null ? null : { rank, score: 1 });
const step = (part: StepRank['part'], before: number | null, after: number, reads: number | null = null): StepRank => ({
  part,
  before: at(before),
  after: at(after)!,
  reads,
});

it('says where fusion puts a passage, and how far the others move it', () => {
  expect(stepMoves([step('fusion', 2, 12), step('rerank', 12, 1, 20), step('threshold', 1, 1)])).toEqual([
    { label: 'Fusion', text: '12' },
    { label: 'Reranker', text: '12 → 1' },
  ]);
});

it('says what the reranker did not read, and what it left where it was', () => {
  expect(stepMoves([step('fusion', null, 30), step('rerank', 30, 30, 20)])[1]!.text).toBe('not read');
  expect(stepMoves([step('fusion', null, 3), step('rerank', 3, 3, 20)])[1]!.text).toBe('stays 3');
});
