import type { DiskOffer, ModelProgress, StoredModel } from '../../contract/models';
import type { SourceFile } from '../../contract/workers';
import { isRefused } from '../../domain/models/read-repository';
import type { Models } from '../../engine/models/models';
import { OfferChoice } from './offer/offer-choice.svelte';
import { failureOf, type Failure } from '../shared/failure';

export type FromDiskPhase = 'idle' | 'looking' | 'offer' | 'refused' | 'keeping' | 'failed';

/** Adding a model from a folder or a zip archive: what would be done is shown before anything is kept. */
export class ModelFromDisk {
  #phase = $state<FromDiskPhase>('idle');
  #name = $state('');
  #choice = $state.raw<OfferChoice | null>(null);
  #problems = $state.raw<readonly string[]>([]);
  #progress = $state.raw<ModelProgress | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #files: readonly SourceFile[] = [];
  #abort: AbortController | null = null;

  constructor(
    private readonly models: Pick<Models, 'look' | 'keep'>,
    private readonly onKept: (model: StoredModel) => void,
  ) {}

  get phase(): FromDiskPhase {
    return this.#phase;
  }
  /** Of the folder or the archive. */
  get name(): string {
    return this.#name;
  }
  get choice(): OfferChoice | null {
    return this.#choice;
  }
  /** Why the repository cannot be used. */
  get problems(): readonly string[] {
    return this.#problems;
  }
  get progress(): ModelProgress | null {
    return this.#progress;
  }
  get failure(): Failure | null {
    return this.#failure;
  }

  async look(files: readonly SourceFile[]): Promise<void> {
    if (this.#phase === 'looking' || this.#phase === 'keeping' || files.length === 0) return;
    this.discard();
    this.#phase = 'looking';
    await this.#attempt(async (signal) => {
      const found = await this.models.look(files, signal);
      if (!signal.aborted) this.#take(files, found);
    });
  }

  /** Keeps the model as it was chosen: all of it or nothing. */
  async keep(): Promise<void> {
    const choice = this.#choice?.choice;
    if (!choice || this.#phase !== 'offer') return;
    this.#phase = 'keeping';
    await this.#attempt(async (signal) => {
      const progress = (step: ModelProgress): void => void (this.#progress = step);
      const model = await this.models.keep(this.#files, choice, { signal, progress });
      this.discard();
      this.onKept(model);
    });
  }

  /** Stops what goes on, and forgets what was read. */
  discard(): void {
    this.#abort?.abort();
    this.#abort = null;
    this.#files = [];
    this.#choice = null;
    this.#problems = [];
    this.#progress = null;
    this.#failure = null;
    this.#phase = 'idle';
  }

  #take(files: readonly SourceFile[], { name, offer }: DiskOffer): void {
    this.#files = files;
    this.#name = name;
    if (isRefused(offer)) {
      this.#problems = offer.problems;
      this.#phase = 'refused';
    } else {
      this.#choice = new OfferChoice(name, offer);
      this.#phase = 'offer';
    }
  }

  async #attempt(task: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    try {
      await task(abort.signal);
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#failure = failureOf(error);
      this.#phase = this.#failure ? 'failed' : 'idle';
    }
  }
}
