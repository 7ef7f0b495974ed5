import { provided } from '../shared/context';
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { ResultRecord, LearnedReport } from '../../contract/result';
import type { Comparison } from '../../domain/statistics/types';
import type { WorkbenchPart } from '../../workbench/workbench';
import { failureOf, type Failure } from '../shared/failure';

export class ComparisonState {
  readonly #known = new SvelteMap<string, Comparison>();
  #result: string | null = null;
  #abort = new AbortController();
  readonly #wanted = new SvelteSet<string>();
  #last: Promise<unknown> = Promise.resolve();
  failure = $state.raw<Failure | null>(null);

  constructor(private readonly workbench: WorkbenchPart<{ inspect: 'compare' }>) {}

  of(result: ResultRecord, measure: string): Comparison | null {
    return this.#known.get(keyOf(result, measure)) ?? null;
  }

  /** Makes comparisons in the background; what another result still waited for is given up. */
  want(result: ResultRecord, measures: readonly string[]): void {
    const scored = scoredKey(result);
    if (this.#result !== scored) this.#turnTo(scored);
    const { signal } = this.#abort;
    for (const measure of measures) {
      if (this.#known.has(keyOf(result, measure)) || this.#wanted.has(measure)) continue;
      this.#wanted.add(measure);
      this.make(result, measure, signal)
        .catch(async (error: unknown) => {
          const failure = await failureOf(error);
          if (!signal.aborted) this.failure = failure;
        })
        .finally(() => {
          if (!signal.aborted) this.#wanted.delete(measure);
        });
    }
  }

  /** One comparison, from those that are kept or made after whatever is being made: an abort ends the worker for all. */
  make(result: ResultRecord, measure: string, signal: AbortSignal): Promise<Comparison> {
    const key = keyOf(result, measure);
    const task = this.#last.then(async () => {
      signal.throwIfAborted();
      const known = this.#known.get(key) ?? (await this.workbench.inspect.compare(result, measure, signal));
      this.#known.set(key, known);
      return known;
    });
    this.#last = task.catch(() => undefined);
    return task;
  }

  #turnTo(result: string): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#wanted.clear();
    this.failure = null;
    this.#result = result;
  }
}

export const getComparison = provided(ComparisonState);

/** A result that is scored by other judgments has the key of its run. */
const scoredKey = ({ key, questionsKey }: ResultRecord): string => `${key} ${questionsKey}`;

const keyOf = (result: ResultRecord, measure: string): string => `${scoredKey(result)} ${measure}`;

export class LearnedState {
  readonly #known = new SvelteMap<string, LearnedReport | null>();
  readonly #asked = new SvelteSet<string>();
  failure = $state.raw<Failure | null>(null);

  constructor(private readonly workbench: WorkbenchPart<{ inspect: 'learned' }>) {}

  /** Undefined until it is read; null where it is no longer there. */
  of(result: ResultRecord, system: string): LearnedReport | null | undefined {
    return this.#known.get(reportKey(result, system));
  }

  async want(result: ResultRecord, system: string): Promise<void> {
    const key = reportKey(result, system);
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    try {
      this.#known.set(key, await this.workbench.inspect.learned(result, system));
      this.failure = null;
    } catch (error) {
      // It is asked for again when it is shown again.
      this.#asked.delete(key);
      this.failure = await failureOf(error);
    }
  }
}

export const getLearned = provided(LearnedState);

const reportKey = ({ collection, key }: ResultRecord, system: string): string => `${collection} ${key} ${system}`;
