import type { Estimate, RunProgress, StageProgress } from '../../workbench/kernel/run-types';
import { TIME_BUDGET } from '../../workbench/run/latency/protocol';

/** Of stages that take time; the others are over in a moment, and would make the share jump. */
const SLOW: ReadonlySet<StageProgress['stage']> = new Set([
  'lexical-index',
  'passage-vectors',
  'question-vectors',
  'learn',
  'rerank',
  'latency',
]);

/** How much of a run is done, 0 to 1: the mean over its slow stages. A stage that waits counts as nothing done. */
export function shareDone({ stages }: RunProgress): number {
  const slow = stages.filter(({ stage }) => SLOW.has(stage));
  if (slow.length === 0) return 0;
  const done = slow.map((each) => (each.state === 'done' ? 1 : each.total === 0 ? 0 : each.done / each.total));
  return done.reduce((sum, each) => sum + each, 0) / slow.length;
}

/** Of a stage that waits for its turn, the time is this much less certain than that of one that runs. */
const WAITING_SPREAD = 1.4;

/** Seconds left, low and high; null if unknown. Stages without a pace take their estimate, scaled by those with one. */
export function remaining({ stages }: RunProgress, expected: Estimate | null): readonly [number, number] | null {
  const slow = stages.filter(({ stage }) => SLOW.has(stage));
  const estimated = (stage: StageProgress['stage']): number | null => {
    const entries = expected?.pending.filter((each) => each.stage === stage) ?? [];
    return entries.length === 0 ? null : entries.reduce((sum, { seconds }) => sum + seconds, 0);
  };
  const paced = slow.filter(({ stage, secondsLeft, spent }) => secondsLeft !== null && spent > 0 && estimated(stage));
  const took = paced.reduce((sum, { spent, secondsLeft }) => sum + spent + secondsLeft!, 0);
  const scale = paced.length === 0 ? 1 : took / paced.reduce((sum, { stage }) => sum + estimated(stage)!, 0);
  const isReranked = stages.some(({ stage }) => stage === 'rerank');
  const left = slow
    .filter(({ state }) => state !== 'done')
    .map(({ stage, secondsLeft }): readonly [number, number] | null => {
      if (secondsLeft !== null) return [secondsLeft, secondsLeft];
      // Timing takes its budget where a reranker reads one question at a time, and hardly anything elsewhere.
      if (stage === 'latency') return isReranked ? [TIME_BUDGET / 2000, TIME_BUDGET / 1000] : [1, 1];
      // What is not among the pending work is cached, unless nothing is known of the work.
      const seconds = (estimated(stage) ?? (expected ? 0 : NaN)) * scale;
      const spread = paced.length > 0 ? WAITING_SPREAD : expected ? expected.range[1] / expected.seconds || 1 : 1;
      return Number.isNaN(seconds) ? null : [seconds / spread, seconds * spread];
    });
  if (left.length === 0 || left.includes(null)) return null;
  return [left.reduce((sum, each) => sum + each![0], 0), left.reduce((sum, each) => sum + each![1], 0)];
}
