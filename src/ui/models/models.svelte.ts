import type { ModelTrial, StoredModel } from '../../contract/models';
import type { ModelCard } from '../../domain/models/card';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import { onMeasuredDevices } from '../../domain/experiment/measured-devices';
import type { Models } from '../../engine/models/models';
import { ReadingDraft } from './offer/configuration-draft.svelte';
import { failureOf, type Failure } from '../shared/failure';
import { ModelFromDisk } from './model-from-disk.svelte';

/** A model whose reading is being changed. */
export interface Rereading {
  readonly id: string;
  readonly draft: ReadingDraft;
}

/** The models of this machine: what is here, how each is read, and what was measured of it. */
export class ModelsState {
  #stored = $state.raw<readonly StoredModel[] | null>(null);
  #cards = $state.raw<readonly ModelCard[]>([]);
  #trials = $state.raw<ReadonlyMap<string, ModelTrial> | null>(null);
  #shown = $state(false);
  #failure = $state.raw<Failure | null>(null);
  #measuring = $state.raw<{ readonly id: string; readonly what: string } | null>(null);
  #rereading = $state.raw<Rereading | null>(null);
  #abort: AbortController | null = null;
  readonly fromDisk: ModelFromDisk;

  /** @param onRead called whenever models were read again */
  constructor(
    private readonly models: Models,
    private readonly onRead: () => void = () => undefined,
  ) {
    this.#cards = models.cards;
    this.fromDisk = new ModelFromDisk(models, () => void this.refresh());
  }

  /** Whether the dialog of models is open. */
  get shown(): boolean {
    return this.#shown;
  }

  show(): void {
    this.#shown = true;
  }

  hide(): void {
    this.#shown = false;
  }

  /** Those that were added, oldest first; null until they are read. */
  get stored(): readonly StoredModel[] | null {
    return this.#stored;
  }
  /** All of them: those that come with the page first. */
  get cards(): readonly ModelCard[] {
    return this.#cards;
  }
  /** Those that come with the page. */
  get bundled(): readonly ModelCard[] {
    return this.#cards.filter(({ reading }) => reading === undefined);
  }
  /** What was measured of a model on this machine. */
  trialOf(id: string): ModelTrial | null {
    return this.#trials?.get(id) ?? null;
  }
  get failure(): Failure | null {
    return this.#failure;
  }
  /** The model that is being measured, and what is being done. */
  get measuring(): { readonly id: string; readonly what: string } | null {
    return this.#measuring;
  }
  get rereading(): Rereading | null {
    return this.#rereading;
  }

  /** Whether a model of a repository is here, however it is read. */
  isHere(repository: string): boolean {
    return this.#stored?.some(({ origin }) => origin.kind === 'hub' && origin.repository === repository) ?? false;
  }

  /** Reads the models, and again whenever some page adds or deletes one. @returns ends it */
  watch(): () => void {
    void this.refresh();
    return this.models.onChange(() => void this.refresh());
  }

  async refresh(): Promise<void> {
    await this.#attempt(async () => {
      const [cards, stored, trials] = await Promise.all([
        this.models.refresh(),
        this.models.stored(),
        this.models.trials(),
      ]);
      this.#cards = cards;
      this.#stored = stored;
      this.#trials = trials;
      if (!stored.some(({ id }) => id === this.#rereading?.id)) this.#rereading = null;
      this.onRead();
    });
  }

  async remove(id: string): Promise<void> {
    if (this.#measuring?.id === id) this.cancel();
    await this.#attempt(() => this.models.remove(id));
    await this.refresh();
  }

  /** Runs a model on known pairs and on every device: one at a time, or each would slow the other. */
  async measure(id: string): Promise<void> {
    if (this.#measuring) return;
    const abort = new AbortController();
    this.#abort = abort;
    this.#measuring = { id, what: 'Loading the model' };
    await this.#attempt(async () => {
      const progress = (what: string): void => {
        if (!abort.signal.aborted) this.#measuring = { id, what };
      };
      await this.models.measure(id, { signal: abort.signal, progress });
    }, abort.signal);
    if (this.#abort !== abort) return;
    this.#abort = null;
    this.#measuring = null;
    if (!this.#failure) await this.refresh();
  }

  /** An experiment with its models on the devices that are best on this machine, measured now where it is not known. */
  async measured(spec: ExperimentSpec, context: Parameters<Models['prepare']>[1]): Promise<ExperimentSpec> {
    await this.models.prepare(spec, context);
    await this.refresh();
    return onMeasuredDevices(spec, this.#cards);
  }

  /** Stops measuring. */
  cancel(): void {
    this.#abort?.abort();
    this.#abort = null;
    this.#measuring = null;
  }

  /** Begins to change how a model is read. */
  edit(model: StoredModel): void {
    this.#rereading = { id: model.id, draft: new ReadingDraft(() => model.reading) };
  }

  giveUp(): void {
    this.#rereading = null;
  }

  async reread(): Promise<void> {
    const { id, draft } = this.#rereading ?? {};
    if (id === undefined || !draft?.reading || !draft.changed) return;
    const { reading } = draft;
    await this.#attempt(() => this.models.reread(id, reading));
    if (this.#failure) return;
    this.#rereading = null;
    await this.refresh();
  }

  async #attempt(task: () => Promise<unknown>, signal?: AbortSignal): Promise<void> {
    this.#failure = null;
    try {
      await task();
    } catch (error) {
      if (!signal?.aborted) this.#failure = failureOf(error);
    }
  }
}
