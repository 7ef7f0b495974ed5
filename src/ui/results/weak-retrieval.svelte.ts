import { createContext } from 'svelte';
import type { ResultRecord } from '../../contract/result';
import type { WeakRetrieval } from '../../domain/weak-retrieval/weak-retrieval';
import type { WeakRetrievalOptions } from '../../workbench/inspect/weak-retrieval';
import type { WorkbenchPart } from '../../workbench/workbench';
import { Task } from '../shared/task.svelte';

interface ReadGates {
  readonly key: string;
  /** Null where the lists are not kept, or there are too few questions. */
  readonly gates: WeakRetrieval | null;
}

/** What reranking only weak questions costs, of one system of a result at a time. */
export class WeakRetrievalState {
  #asked: string | null = null;
  #held = $state.raw<ReadGates | null>(null);
  readonly reading: Task;

  constructor(
    private readonly workbench: WorkbenchPart<{ inspect: 'weakRetrieval' }>,
    signal: AbortSignal,
  ) {
    this.reading = new Task(signal);
  }

  /** Reads the gates of a system, unless they are held. */
  async want(result: ResultRecord, options: WeakRetrievalOptions): Promise<void> {
    const key = keyOf(result, options);
    if (this.#asked === key) return;
    this.#asked = key;
    // Without a signal: an abort would end the worker of the statistics, in which a verdict may be computed.
    await this.reading.run(
      () => this.workbench.inspect.weakRetrieval(result, options),
      (gates) => (this.#held = { key, gates }),
    );
    if (this.reading.failure) this.#asked = null;
  }

  /** Undefined until they are read. */
  of(result: ResultRecord, options: WeakRetrievalOptions): WeakRetrieval | null | undefined {
    return this.#held?.key === keyOf(result, options) ? this.#held.gates : undefined;
  }
}

export const [getWeakRetrieval, setWeakRetrieval] = createContext<WeakRetrievalState>();

const keyOf = ({ collection, key, questionsKey }: ResultRecord, { system, measure, k }: WeakRetrievalOptions): string =>
  JSON.stringify([collection, key, questionsKey, system, measure, k]);
