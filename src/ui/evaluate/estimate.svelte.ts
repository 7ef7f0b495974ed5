import { provided } from '../shared/context';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { StageId } from '../../contract/result';
import type { Estimate } from '../../workbench/kernel/run-types';
import type { WorkbenchPart } from '../../workbench/workbench';
import { bytes, counted, roughRange } from '../shared/format';
import { STAGE_TEXTS } from '../shared/messages/run';
import { capital } from '../shared/system-text';
import { Task } from '../shared/task.svelte';

export class EstimateState {
  value = $state.raw<Estimate | null>(null);
  others = $state.raw<Readonly<Record<string, Estimate>>>({});
  readonly making: Task;
  readonly #comparing: Task;

  constructor(
    private readonly workbench: WorkbenchPart<{ runs: 'estimate' }>,
    private readonly collection: string,
    signal: AbortSignal,
  ) {
    this.making = new Task(signal);
    this.#comparing = new Task(signal);
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

  /** Estimates other experiments one after the other; what was known of them stays until it is known anew. */
  compare(specs: Readonly<Record<string, ExperimentSpec>>): void {
    this.#comparing.drop();
    void this.#comparing.run(async ({ signal }) => {
      for (const [name, spec] of Object.entries(specs)) {
        const made = await this.workbench.runs.estimate(this.collection, spec);
        signal.throwIfAborted();
        this.others = { ...this.others, [name]: made };
      }
    });
  }
}

export const getEstimate = provided(EstimateState);

const QUICK: ReadonlySet<StageId> = new Set(['lexical-search', 'dense-search', 'fuse', 'score']);

/** `2 to 5 min, 22 MB to download`: what a run costs the person. */
export function costText({ pending, range, download }: Estimate): string {
  if (!pending.some(({ count }) => count > 0)) return 'Nothing to compute: everything is cached';
  return [roughRange(range), ...(download > 0 ? [`${bytes(download)} to download`] : [])].join(', ');
}

export function describeEstimate(estimate: Estimate): { summary: string; work: string } {
  const pending = estimate.pending.filter(({ count }) => count > 0);
  if (pending.length === 0) return { summary: capital(costText(estimate)), work: '' };
  const slow = summed(pending.filter(({ stage }) => !QUICK.has(stage)));
  const work = slow.map(({ stage, unit, count }) => {
    const amount = `${counted(count, singular(unit), unit)} ${STAGE_TEXTS[stage].todo}`;
    // How many pairs two systems share is known only once their lists are fused; rankers that were learned before are kept.
    return stage === 'rerank' || stage === 'learn' ? `at most ${amount}` : amount;
  });
  const basis = estimate.basis === 'measured' ? 'As measured on this machine' : 'On a typical machine';
  return {
    summary: capital(costText(estimate)),
    work: [`${basis}, with about ${bytes(estimate.bytes)} of memory`, ...work].join(' · '),
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
