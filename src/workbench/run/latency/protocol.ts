import type { RunTimes } from '../../../domain/dataset/outcome';
import type { Latency } from '../../../domain/report/report';
import { median, p95 } from '../../../domain/statistics/quantile';
import { contentKey } from '../../../base/hash';
import type { Query } from '../../../base/types';
import { DEFAULT_SEED } from '../../../domain/statistics/significant';

/**
 * What an engine says of the time of its questions: median and 95th percentile over those that are evaluated and have a time. It is
 * the engine's own figure, on another machine and under another load, and is not measured here.
 *
 * @param positions of the evaluated questions among those of the run
 * @returns null where no evaluated question has a time
 */
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

/** Questions that are timed, at most. */
export const TIMED_QUESTIONS = 30;
/** And at least, where there are so many, however long they take. */
const MIN_TIMED = 3;
/** For all systems together, in milliseconds, as far as the least number of questions allows. */
export const TIME_BUDGET = 10_000;
/** Questions whose times are discarded: just-in-time compilers and caches of processors come to speed by them. */
export const WARM_UP = { search: 5, rerank: 1, /** Over all that are timed. */ passes: 2 } as const;

/**
 * The questions that are timed, as places among all: those whose texts have the smallest hashes with the seed, so that
 * a question that is added or edited leaves most of the choice as it is.
 */
export function timedQuestions(queries: readonly Query[], seed = DEFAULT_SEED): number[] {
  return queries
    .map(({ text }, place) => ({ place, hash: contentKey({ seed, text }) }))
    .sort((a, b) => (a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : a.place - b.place))
    .slice(0, TIMED_QUESTIONS)
    .map(({ place }) => place);
}

/** Shares what is left of the time among the stages that are still to be timed. */
export class TimeBudget {
  readonly #began: number;

  constructor(
    private stages: number,
    private readonly total = TIME_BUDGET,
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.#began = clock();
  }

  /** Begins the next stage, once it is ready. @returns whether another question is timed after so many */
  next(): (timed: number) => boolean {
    const now = this.clock();
    const left = Math.max(0, this.total - (now - this.#began));
    const end = now + left / Math.max(1, this.stages--);
    return (timed) => timed < MIN_TIMED || this.clock() < end;
  }
}
