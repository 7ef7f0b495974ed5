import type { DiskOffer, ModelProgress, StoredModel } from '../../contract/models';
import type { SourceFile } from '../../contract/workers';
import { isRefused } from '../../domain/models/read-repository';
import type { Refusal } from '../../domain/models/repository';
import type { Models } from '../../workbench/models/create-models';
import { OfferChoice } from './offer/offer-choice.svelte';
import type { Failure } from '../shared/failure';
import { Task } from '../shared/task.svelte';

type FromDiskPhase = 'idle' | 'looking' | 'offer' | 'refused' | 'keeping' | 'failed';

/** Adds a model from a folder or a zip archive, after a preview. */
export class ModelFromDisk {
  name = $state('');
  choice = $state.raw<OfferChoice | null>(null);
  problems = $state.raw<readonly Refusal[]>([]);
  readonly #looking = new Task();
  readonly keeping = new Task<ModelProgress>();
  #files: readonly SourceFile[] = [];

  constructor(
    private readonly models: Pick<Models, 'look' | 'keep'>,
    private readonly onKept: (model: StoredModel) => void,
  ) {}

  get phase(): FromDiskPhase {
    if (this.#looking.busy) return 'looking';
    if (this.keeping.busy) return 'keeping';
    if (this.failure) return 'failed';
    if (this.problems.length > 0) return 'refused';
    return this.choice ? 'offer' : 'idle';
  }
  get failure(): Failure | null {
    return this.#looking.failure ?? this.keeping.failure;
  }

  async look(files: readonly SourceFile[]): Promise<void> {
    if (this.#looking.busy || this.keeping.busy || files.length === 0) return;
    this.discard();
    await this.#looking.run(
      ({ signal }) => this.models.look(files, signal),
      (found) => this.#take(files, found),
    );
  }

  /** Keeps all of the model or nothing. */
  async keep(): Promise<void> {
    const choice = this.choice?.choice;
    if (!choice || this.phase !== 'offer') return;
    const model = await this.keeping.run((context) => this.models.keep(this.#files, choice, context));
    if (!model) return;
    this.discard();
    this.onKept(model);
  }

  discard(): void {
    this.#looking.drop();
    this.keeping.drop();
    this.#files = [];
    this.choice = null;
    this.problems = [];
  }

  #take(files: readonly SourceFile[], { name, offer }: DiskOffer): void {
    this.#files = files;
    this.name = name;
    if (isRefused(offer)) this.problems = offer.problems;
    else this.choice = new OfferChoice(name, offer);
  }
}
