import type { StageId } from '../../contract/result';
import type { Estimate } from '../../engine/kernel/run-types';
import { bytes, counted, roughly } from '../shared/format';
import { STAGE_TEXTS } from '../shared/messages/run';

/** Stages that take no time worth showing. */
const QUICK: ReadonlySet<StageId> = new Set(['lexical-search', 'dense-search', 'fuse', 'score']);

/** `About 12 s, about 40 MB of memory` and what there is to do; or that everything is cached. */
export function describeEstimate(estimate: Estimate): { summary: string; work: string } {
  const pending = estimate.pending.filter(({ count }) => count > 0);
  if (pending.length === 0) return { summary: 'Everything is cached: nothing to compute', work: '' };
  const slow = summed(pending.filter(({ stage }) => !QUICK.has(stage)));
  const work = slow.map(({ stage, unit, count }) => {
    const amount = `${counted(count, singular(unit), unit)} ${STAGE_TEXTS[stage].todo}`;
    // How many pairs two systems share is known only once their lists are fused; rankers that were learned before are kept.
    return stage === 'rerank' || stage === 'learn' ? `at most ${amount}` : amount;
  });
  const basis = estimate.basis === 'measured' ? 'measured on this machine' : 'on a typical machine';
  const time = estimate.seconds < 1 ? 'Less than a second' : `About ${roughly(estimate.seconds)}`;
  return {
    summary: `${time} (${basis}), about ${bytes(estimate.bytes)} of memory`,
    work: work.join(' · ').replace(/^a/, 'A'),
  };
}

/** One entry for a stage: with several chunkings it is done for each. */
function summed(pending: Estimate['pending']): Estimate['pending'] {
  const byStage = new Map<StageId, Estimate['pending'][number]>();
  for (const each of pending) {
    const before = byStage.get(each.stage)?.count ?? 0;
    byStage.set(each.stage, { ...each, count: before + each.count });
  }
  return [...byStage.values()];
}

const singular = (unit: string): string => unit.replace(/s$/, '');
