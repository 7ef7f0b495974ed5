import type { StepRank } from '../../../workbench/inspect/tried-question';
import { count } from '../format';
import { capital, partName } from '../system-text';

/** What each part after the retrievers did to a passage: `fusion 3`, `reranker 12 → 1`; parts that move nothing are left out. */
export function stepMoves(steps: readonly StepRank[]): { readonly label: string; readonly text: string }[] {
  return steps.flatMap(({ part, before, after, reads }, i) => {
    const label = capital(partName(part));
    if (before === null || i === 0) return [{ label, text: count(after.rank) }];
    if (part === 'rerank' && reads !== null && before.rank > reads) return [{ label, text: 'not read' }];
    if (before.rank === after.rank) return part === 'threshold' ? [] : [{ label, text: `stays ${count(after.rank)}` }];
    return [{ label, text: `${count(before.rank)} → ${count(after.rank)}` }];
  });
}
