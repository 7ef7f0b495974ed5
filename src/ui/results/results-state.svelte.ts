import { createContext } from 'svelte';
import {
  headerOf,
  type OtherResult,
  RESULT_VERSION,
  type ResultHeader,
  type ResultRecord,
} from '../../contract/result';
import type { WorkbenchPart } from '../../engine/workbench';
import type { Failure } from '../shared/failure';
import { Task } from '../shared/task.svelte';

/** Results of the open collection, and the one that is shown. */
export class ResultsState {
  /** Newest first; null until they are read. */
  all = $state.raw<readonly ResultHeader[] | null>(null);
  #chosen = $state.raw<OtherResult | null>(null);
  readonly #loading: Task;
  readonly #choosing: Task;

  /** @param running the systems that an evaluation of the collection has ready while others are still reranked */
  constructor(
    private readonly workbench: WorkbenchPart<{ runs: 'results' | 'result' | 'otherResult' }>,
    private readonly collection: string,
    private readonly running: () => ResultRecord | null,
    signal: AbortSignal,
  ) {
    this.#loading = new Task(signal);
    this.#choosing = new Task(signal);
  }

  get failure(): Failure | null {
    return this.#choosing.failure ?? this.#loading.failure;
  }
  get preview(): ResultRecord | null {
    return this.running();
  }
  /** The systems that an evaluation has ready, or the result that was chosen. */
  get shown(): ResultRecord | null {
    return this.preview ?? (this.#chosen && isOfThisVersion(this.#chosen) ? this.#chosen : null);
  }
  /** What is shown in place of {@link shown} where another version of the app computed what was chosen. */
  get other(): OtherResult | null {
    return this.preview || this.shown ? null : this.#chosen;
  }

  /** Lists the results again; what is shown stays, and where nothing is it is the newest. */
  refresh(): Promise<unknown> {
    return this.#loading.run(
      async () => {
        const all = await this.workbench.runs.results(this.collection);
        return { all, newest: all[0] && !this.#chosen ? await this.#read(all[0].key) : null };
      },
      ({ all, newest }) => {
        this.#chosen ??= newest;
        this.all = all;
      },
    );
  }

  choose({ key }: ResultHeader): Promise<unknown> {
    return this.#choosing.run(
      () => this.#read(key),
      (result) => (this.#chosen = result ?? this.#chosen),
    );
  }

  /** Takes in a result that was just computed, and shows it. */
  take(result: ResultRecord): void {
    this.all = [headerOf(result), ...(this.all ?? []).filter(({ key }) => key !== result.key)];
    this.#chosen = result;
  }

  async #read(key: string): Promise<OtherResult | null> {
    return (
      (await this.workbench.runs.result(this.collection, key)) ??
      (await this.workbench.runs.otherResult(this.collection, key))
    );
  }
}

const isOfThisVersion = (result: OtherResult): result is ResultRecord => result.version === RESULT_VERSION;

export const [getResults, setResults] = createContext<ResultsState>();
