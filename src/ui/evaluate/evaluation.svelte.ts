import { headerOf, type OtherResult, type ResultHeader, type ResultRecord } from '../../contract/result';
import type { CollectionRecord } from '../../contract/storage';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { Estimate, RunProgress } from '../../engine/kernel/run-types';
import type { WorkbenchPart } from '../../engine/workbench';
import { isAbort } from '../../contract/errors';
import { failureOf, type Failure } from '../shared/failure';

/** What is done before a run, as measuring devices; told in a line. */
type Prepare = (context: {
  readonly signal: AbortSignal;
  readonly progress: (note: string) => void;
}) => Promise<ExperimentSpec>;

/** A run that is under way; it goes on when another collection is opened. */
interface ActiveRun {
  readonly collection: CollectionRecord;
  readonly progress: RunProgress | null;
  readonly cancelling: boolean;
}

/** Estimate, run and results of the open collection. One run at a time. */
export class EvaluationState {
  #collection: string | null = null;
  #estimate = $state.raw<Estimate | null>(null);
  #estimateFailure = $state.raw<Failure | null>(null);
  #estimateTurn = 0;
  #active = $state.raw<ActiveRun | null>(null);
  #abort: AbortController | null = null;
  #task: Promise<void> = Promise.resolve();
  #failure = $state.raw<(Failure & { readonly collection: string }) | null>(null);
  #cancelled = $state.raw<CollectionRecord | null>(null);
  #results = $state.raw<readonly ResultHeader[] | null>(null);
  #chosen = $state.raw<ResultRecord | null>(null);
  #other = $state.raw<OtherResult | null>(null);
  #preview = $state.raw<ResultRecord | null>(null);

  constructor(
    private readonly workbench: WorkbenchPart<{ runs: 'estimate' | 'run' | 'results' | 'result' | 'otherResult' }>,
    private readonly onDone: (collection: CollectionRecord, result: ResultRecord | null) => void,
  ) {}

  /** Null while it is being made or where there is nothing to estimate. */
  get estimate(): Estimate | null {
    return this.#estimate;
  }
  get estimateFailure(): Failure | null {
    return this.#estimateFailure;
  }
  get active(): ActiveRun | null {
    return this.#active;
  }
  get failure(): (Failure & { readonly collection: string }) | null {
    return this.#failure;
  }
  /** The collection whose run was the last thing done, and was cancelled. */
  get cancelled(): CollectionRecord | null {
    return this.#cancelled;
  }
  /** Results of the open collection, newest first; null until they are read. */
  get results(): readonly ResultHeader[] | null {
    return this.#results;
  }
  /** What is shown: the systems that a run has ready, or the result that was chosen. */
  get chosen(): ResultRecord | null {
    return this.preview ?? this.#chosen;
  }
  /** What is shown in place of {@link chosen} where it was chosen and another version of the app computed it. */
  get other(): OtherResult | null {
    return this.preview ? null : this.#other;
  }
  /** The systems that the run of the open collection has ready while others are still reranked. */
  get preview(): ResultRecord | null {
    return this.#preview?.collection === this.#collection ? this.#preview : null;
  }

  async open(collection: string | null): Promise<void> {
    this.#collection = collection;
    this.#results = null;
    this.#show(null, null);
    this.#estimate = null;
    this.#failure = null;
    this.#cancelled = null;
    await this.refresh();
  }

  /** Lists the results of the open collection again; what is shown stays, and where nothing is it is the newest. */
  async refresh(): Promise<void> {
    const collection = this.#collection;
    if (collection === null) return;
    try {
      const results = await this.workbench.runs.results(collection);
      if (this.#collection !== collection) return;
      const [newest] = results;
      if (newest && !this.#chosen && !this.#other) await this.#read(collection, newest.key);
      if (this.#collection === collection) this.#results = results;
    } catch (error) {
      if (this.#collection === collection) this.#fail(collection, error);
    }
  }

  async choose({ collection, key }: ResultHeader): Promise<void> {
    try {
      await this.#read(collection, key);
    } catch (error) {
      this.#fail(collection, error);
    }
  }

  /** Only the answer to the latest question counts. */
  async refreshEstimate(collection: string, spec: ExperimentSpec | null): Promise<void> {
    const turn = ++this.#estimateTurn;
    this.#estimateFailure = null;
    if (!spec) {
      this.#estimate = null;
      return;
    }
    try {
      const estimate = await this.workbench.runs.estimate(collection, spec);
      if (turn === this.#estimateTurn) this.#estimate = estimate;
    } catch (error) {
      if (turn !== this.#estimateTurn) return;
      this.#estimate = null;
      this.#estimateFailure = failureOf(error);
    }
  }

  /** @param prepare gives what is run, once all is known that it depends on */
  run(collection: CollectionRecord, prepare: Prepare): Promise<void> {
    if (!this.#active) this.#task = this.#run(collection, prepare);
    return this.#task;
  }

  cancel(): void {
    if (this.#active) this.#active = { ...this.#active, cancelling: true };
    this.#abort?.abort();
  }

  /** Ends a run of this collection and waits until nothing writes to it any more. */
  async stop(collection: string): Promise<void> {
    if (this.#active?.collection.id !== collection) return;
    this.cancel();
    await this.#task;
  }

  async #run(collection: CollectionRecord, prepare: Prepare): Promise<void> {
    this.#failure = null;
    this.#cancelled = null;
    this.#active = { collection, progress: null, cancelling: false };
    this.#abort = new AbortController();
    let result: ResultRecord | null = null;
    const { signal } = this.#abort;
    const progress = (step: RunProgress): void => {
      if (this.#active) this.#active = { ...this.#active, progress: step };
    };
    try {
      const spec = await prepare({ signal, progress: (note) => progress({ stages: [], note }) });
      signal.throwIfAborted();
      result = await this.workbench.runs.run(collection.id, spec, {
        signal,
        progress,
        preview: (ready) => (this.#preview = ready),
      });
      if (this.#collection === collection.id) this.#take(result);
    } catch (error) {
      if (isAbort(error)) this.#cancelled = collection;
      else this.#fail(collection.id, error);
    } finally {
      this.#active = null;
      this.#abort = null;
      this.#preview = null;
    }
    this.onDone(collection, result);
  }

  #take(result: ResultRecord): void {
    const others = (this.#results ?? []).filter((each) => each.key !== result.key);
    this.#results = [headerOf(result), ...others];
    this.#show(result, null);
  }

  /** Shows a result of the open collection, unless another is opened or it is no longer there. */
  async #read(collection: string, key: string): Promise<void> {
    const result = await this.workbench.runs.result(collection, key);
    const other = result ? null : await this.workbench.runs.otherResult(collection, key);
    if (this.#collection === collection && (result || other)) this.#show(result, other);
  }

  #show(result: ResultRecord | null, other: OtherResult | null): void {
    this.#chosen = result;
    this.#other = other;
  }

  #fail(collection: string, error: unknown): void {
    const failure = failureOf(error);
    this.#failure = failure && { ...failure, collection };
  }
}
