import { createContext } from 'svelte';
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { ResultRecord, LearnedReport } from '../../contract/result';
import type { WorkbenchPart } from '../../workbench/workbench';
import { failureOf, type Failure } from '../shared/failure';

export class LearnedState {
  readonly #known = new SvelteMap<string, LearnedReport | null>();
  readonly #asked = new SvelteSet<string>();
  failure = $state.raw<Failure | null>(null);

  constructor(private readonly workbench: WorkbenchPart<{ inspect: 'learned' }>) {}

  /** Undefined until it is read; null where it is no longer there. */
  of(result: ResultRecord, system: string): LearnedReport | null | undefined {
    return this.#known.get(keyOf(result, system));
  }

  async want(result: ResultRecord, system: string): Promise<void> {
    const key = keyOf(result, system);
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

export const [getLearned, setLearned] = createContext<LearnedState>();

const keyOf = ({ collection, key }: ResultRecord, system: string): string => `${collection} ${key} ${system}`;
