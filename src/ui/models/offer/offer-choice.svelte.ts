import type { ModelChoice } from '../../../contract/models';
import { readingOf } from '../../../domain/models/configuration-of';
import type { ModelOffer } from '../../../domain/models/repository';
import { ReadingDraft } from './configuration-draft.svelte';

/** What a person chooses of a repository: which weights, and how the model is read. */
export class OfferChoice {
  #weights = $state(0);
  readonly draft: ReadingDraft;

  /** @param name of the repository or the folder */
  constructor(
    readonly name: string,
    readonly offer: ModelOffer,
  ) {
    this.draft = new ReadingDraft(() => readingOf(offer, this.#weights));
  }

  /** Place of the chosen weights in the offer. */
  get weights(): number {
    return this.#weights;
  }

  take(place: number): void {
    if (this.offer.weights[place]) this.#weights = place;
  }

  /** Null while something is typed that means nothing. */
  get choice(): ModelChoice | null {
    const { reading } = this.draft;
    return reading && { name: this.name, reading, offer: this.offer };
  }
}
