import { provided } from '../shared/context';
import { headerOf, isCurrent, type OtherResult, type ResultHeader, type ResultRecord } from '../../contract/result';
import type { Rescored } from '../../workbench/inspect/rescored';
import type { WorkbenchPart } from '../../workbench/workbench';
import type { Failure } from '../shared/failure';
import { Task } from '../shared/task.svelte';
import { firstMeasure } from '../../domain/measures/first-measure';
import { type Cutoff, comparedMeasures, firstBaseline } from './columns';

export class ResultsState {
  /** Newest first; null until they are read. */
  all = $state.raw<readonly ResultHeader[] | null>(null);
  #chosen = $state.raw<OtherResult | null>(null);
  #rescored = $state.raw<{ readonly of: OtherResult; readonly by: Rescored } | null>(null);
  following = $state(false);
  readonly #loading: Task;
  readonly #choosing: Task;
  readonly rescoring: Task;

  /** @param running the systems that an evaluation of the collection has ready while others are still reranked */
  constructor(
    private readonly workbench: WorkbenchPart<{ runs: 'results' | 'result' | 'otherResult'; inspect: 'rescored' }>,
    private readonly collection: string,
    private readonly running: () => ResultRecord | null,
    signal: AbortSignal,
  ) {
    this.#loading = new Task(signal);
    this.#choosing = new Task(signal);
    this.rescoring = new Task(signal);
  }

  get failure(): Failure | null {
    return this.#choosing.failure ?? this.#loading.failure;
  }
  get preview(): ResultRecord | null {
    return this.following ? this.running() : null;
  }
  get shown(): ResultRecord | null {
    return this.preview ?? this.rescored?.result ?? this.#own;
  }
  /** What was chosen, with the current judgments; null while it is shown as the run left it. */
  get rescored(): Rescored | null {
    return this.#rescored && this.#rescored.of === this.#chosen ? this.#rescored.by : null;
  }
  get #own(): ResultRecord | null {
    return this.#chosen && isCurrent(this.#chosen) ? this.#chosen : null;
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

  /** The result whose key begins so, once results are listed; the newest for null. */
  find(run: string | null): ResultHeader | null {
    if (run === null) return this.all?.[0] ?? null;
    return this.all?.find(({ key }) => key.startsWith(run)) ?? null;
  }

  async choose({ key }: ResultHeader): Promise<void> {
    this.following = false;
    if (this.#chosen?.key === key) return;
    await this.#choosing.run(
      () => this.#read(key),
      (result) => (this.#chosen = result ?? this.#chosen),
    );
  }

  /** Scores what is shown with the current judgments; nothing of it is stored. */
  async rescore(): Promise<void> {
    const of = this.#own;
    if (!of) return;
    await this.rescoring.run(
      () => this.workbench.inspect.rescored(of),
      (by) => (this.#rescored = { of, by }),
    );
  }

  unscore(): void {
    this.#rescored = null;
  }

  take(result: ResultRecord): void {
    this.all = [headerOf(result), ...(this.all ?? []).filter(({ key }) => key !== result.key)];
    this.#chosen = result;
    this.following = false;
  }

  async #read(key: string): Promise<OtherResult | null> {
    return (
      (await this.workbench.runs.result(this.collection, key)) ??
      (await this.workbench.runs.otherResult(this.collection, key))
    );
  }
}

export const getResults = provided(ResultsState);

type Chosen = Readonly<Record<'measure' | 'baseline', string | null>>;

export class ResultsView {
  #cutoff = $state<Cutoff>(5);
  #chosen = $state.raw<Chosen>({ measure: null, baseline: null });

  measure(result: ResultRecord): string | null {
    const measures = comparedMeasures(result);
    return measures.find((text) => text === this.#chosen.measure) ?? firstMeasure(measures);
  }

  baseline(result: ResultRecord): string {
    return result.systems.find(({ id }) => id === this.#chosen.baseline)?.id ?? firstBaseline(result);
  }

  /** The k chosen, or the nearest that the result has. */
  cutoff(result: ResultRecord): Cutoff {
    const { ks } = result.spec;
    const wanted = this.#cutoff;
    if (wanted === 'all' || ks.includes(wanted)) return wanted;
    return ks.findLast((k) => k <= wanted) ?? ks[0]!;
  }

  cutoffs({ spec }: ResultRecord): { value: Cutoff; label: string }[] {
    return [...spec.ks, 'all' as const].map((value) => ({ value, label: String(value) }));
  }

  singleCutoff(result: ResultRecord): number {
    const cutoff = this.cutoff(result);
    return cutoff === 'all' ? result.spec.ks.at(-1)! : cutoff;
  }

  setCutoff(cutoff: Cutoff): void {
    this.#cutoff = cutoff;
  }

  choose(patch: Partial<Chosen>): void {
    this.#chosen = { ...this.#chosen, ...patch };
  }
}

export const getResultsView = provided(ResultsView);
