import { provided } from '../shared/context';
import type { ResultRecord } from '../../contract/result';
import { readThreshold, thresholdCurve, thresholdQuestions, tuneThreshold } from '../../domain/lab/threshold';
import { MIN_QUESTIONS } from '../../domain/lab/lab';
import type { Qrels, Run } from '../../base/types';
import type { WorkbenchPart } from '../../workbench/workbench';
import { Task } from '../shared/task.svelte';

const POINTS = 161;

export class RelevanceState {
  #asked: string | null = null;
  #held = $state.raw<{ readonly key: string; readonly run: Run | null; readonly qrels: Qrels } | null>(null);
  readonly loading: Task;

  constructor(
    private readonly workbench: WorkbenchPart<{ inspect: 'rankings' | 'truth' }>,
    signal: AbortSignal,
  ) {
    this.loading = new Task(signal);
  }

  async want(result: ResultRecord, system: string): Promise<void> {
    const key = keyOf(result, system);
    if (this.#asked === key) return;
    this.#asked = key;
    const read = (): Promise<[Run | null, { readonly qrels: Qrels }]> =>
      Promise.all([this.workbench.inspect.rankings(result, system), this.workbench.inspect.truth(result, system)]);
    await this.loading.run(read, ([run, { qrels }]) => (this.#held = { key, run, qrels }));
    if (this.loading.failure) this.#asked = null;
  }

  /** The lists, null where they are no longer there, with the judgments of what is in them; null until they are read. */
  of(result: ResultRecord, system: string): { readonly run: Run | null; readonly qrels: Qrels } | null {
    return this.#held?.key === keyOf(result, system) ? this.#held : null;
  }
}

export const getRelevance = provided(RelevanceState);

const keyOf = ({ collection, key }: ResultRecord, system: string): string => `${collection} ${key} ${system}`;

/** Evaluates every threshold, chooses one. @param choice passages of each list that count, and the maximised F's β */
export function readRelevance(
  run: Run,
  { queries, spec }: ResultRecord,
  qrels: Qrels,
  { most, beta }: { readonly most: number; readonly beta: number },
) {
  const questions = thresholdQuestions(run, queries, qrels, { most, relevance: spec.relevance });
  const enough = questions.length >= MIN_QUESTIONS;
  return {
    all: readThreshold(questions, null, beta),
    at: (threshold: number) => readThreshold(questions, threshold, beta),
    curve: thresholdCurve(questions, beta, POINTS),
    /** Null where there are too few questions to choose on some and measure on others. */
    tuned: enough ? tuneThreshold(questions, beta) : null,
  };
}

export type Relevance = ReturnType<typeof readRelevance>;
