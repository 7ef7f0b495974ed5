import type { ModelChoice } from '../../../contract/models';
import { readingOf } from '../../../domain/models/configuration-of';
import type { ModelOffer } from '../../../domain/models/repository';
import { ReadingDraft } from './configuration-draft.svelte';

/** The weights and the configuration that are chosen of a repository. */
export class OfferChoice {
  #weights = $state(0);
  readonly draft: ReadingDraft;

  constructor(
    readonly name: string,
    readonly offer: ModelOffer,
  ) {
    this.draft = new ReadingDraft(() => readingOf(offer, this.#weights));
  }

  /** Index of the chosen weights. */
  get weights(): number {
    return this.#weights;
  }

  take(place: number): void {
    if (this.offer.weights[place]) this.#weights = place;
  }

  /** Null while the input is invalid. */
  get choice(): ModelChoice | null {
    const { reading } = this.draft;
    return reading && { name: this.name, reading, offer: this.offer };
  }
}
