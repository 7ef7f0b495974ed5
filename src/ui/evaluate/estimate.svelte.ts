import { createContext } from 'svelte';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { StageId } from '../../contract/result';
import type { Estimate } from '../../engine/kernel/run-types';
import type { WorkbenchPart } from '../../engine/workbench';
import { bytes, counted, roughly } from '../shared/format';
import { STAGE_TEXTS } from '../shared/messages/run';
import { Task } from '../shared/task.svelte';

export class EstimateState {
  /** Null while it is being made or where there is nothing to estimate. */
  value = $state.raw<Estimate | null>(null);
  readonly making: Task;

  constructor(
    private readonly workbench: WorkbenchPart<{ runs: 'estimate' }>,
    private readonly collection: string,
    signal: AbortSignal,
  ) {
    this.making = new Task(signal);
  }

  /** Only the answer to the latest question counts. */
  refresh(spec: ExperimentSpec | null): void {
    this.making.drop();
    if (!spec) this.value = null;
    else
      void this.making.run(
        () => this.workbench.runs.estimate(this.collection, spec),
        (made) => (this.value = made),
      );
  }
}

export const [getEstimate, setEstimate] = createContext<EstimateState>();

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
const summed = (pending: Estimate['pending']): Estimate['pending'] =>
  pending
    .filter(({ stage }, i) => pending.findIndex((each) => each.stage === stage) === i)
    .map((first) => ({
      ...first,
      count: pending.reduce((sum, { stage, count }) => (stage === first.stage ? sum + count : sum), 0),
    }));

const singular = (unit: string): string => unit.replace(/s$/, '');
