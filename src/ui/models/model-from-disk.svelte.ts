import type { ModelProgress } from '../../contract/models';
import type { SourceFile } from '../../contract/workers';
import { isRefused } from '../../domain/models/read-repository';
import type { Refusal } from '../../domain/models/repository';
import type { Models } from '../../workbench/models/create-models';
import { Task } from '../shared/task.svelte';
import { OfferChoice } from './offer/offer-choice.svelte';

export class ModelFromDisk {
  picked = $state.raw<{
    readonly files: readonly SourceFile[];
    readonly name: string;
    readonly choice: OfferChoice | null;
    readonly problems: readonly Refusal[];
  } | null>(null);
  readonly looking = new Task();
  readonly keeping = new Task<ModelProgress>();

  constructor(
    private readonly models: Pick<Models, 'look' | 'keep'>,
    private readonly onKept: () => void,
  ) {}

  async look(files: readonly SourceFile[]): Promise<void> {
    if (this.looking.busy || this.keeping.busy || files.length === 0) return;
    this.discard();
    await this.looking.run(
      ({ signal }) => this.models.look(files, signal),
      ({ name, offer }) => {
        const picked = { files, name, choice: null, problems: [] };
        this.picked = isRefused(offer)
          ? { ...picked, problems: offer.problems }
          : { ...picked, choice: new OfferChoice(name, offer) };
      },
    );
  }

  /** Keeps all of the model or nothing. */
  async keep(): Promise<void> {
    const { files, choice } = this.picked ?? {};
    const wanted = choice?.choice;
    if (!files || !wanted || this.keeping.busy) return;
    if (!(await this.keeping.run((context) => this.models.keep(files, wanted, context)))) return;
    this.discard();
    this.onKept();
  }

  discard(): void {
    this.looking.drop();
    this.keeping.drop();
    this.picked = null;
  }
}
