import type { RunTimes } from '../../../domain/dataset/outcome';
import type { Latency } from '../../../domain/report/report';
import { median, p95 } from '../../../domain/statistics/quantile';
import { contentKey } from '../../../base/hash';
import type { Query } from '../../../base/types';
import { DEFAULT_SEED } from '../../../domain/statistics/significant';

/** Median and 95th percentile over the evaluated questions. @returns null where none has a time */
export function latencyOfEngine(times: RunTimes | undefined, positions: readonly number[]): Latency | null {
  const milliseconds = positions.flatMap((position) => times?.milliseconds[position] ?? []);
  if (!times || milliseconds.length === 0) return null;
  return {
    medianMilliseconds: median(milliseconds),
    p95Milliseconds: p95(milliseconds),
    questions: milliseconds.length,
    devices: [],
    threads: 1,
    indexBytes: null,
    downloadBytes: 0,
    source: times.source,
  };
}

export const TIMED_QUESTIONS = 30;
const MIN_TIMED = 3;
export const TIME_BUDGET = 10_000;
/** Questions whose times are discarded: just-in-time compilers and caches of processors come to speed by them. */
export const WARM_UP = { search: 5, rerank: 1, /** Over all that are timed. */ passes: 2 } as const;

/** The smallest seeded hashes, so that an edited question leaves most of the choice. */
export function timedQuestions(queries: readonly Query[], seed = DEFAULT_SEED): number[] {
  return queries
    .map(({ text }, place) => ({ place, hash: contentKey({ seed, text }) }))
    .sort((a, b) => (a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : a.place - b.place))
    .slice(0, TIMED_QUESTIONS)
    .map(({ place }) => place);
}

export class TimeBudget {
  readonly #began: number;

  constructor(
    private stages: number,
    private readonly total = TIME_BUDGET,
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.#began = clock();
  }

  next(): (timed: number) => boolean {
    const now = this.clock();
    const left = Math.max(0, this.total - (now - this.#began));
    const end = now + left / Math.max(1, this.stages--);
    return (timed) => timed < MIN_TIMED || this.clock() < end;
  }
}
