import type { ModelChoice } from '../../../contract/models';
import type { ModelConfiguration } from '../../../domain/models/configuration';
import { type ModelOffer, readingOf, type ReadingOverrides, withOverrides } from '../../../domain/models/repository';
import { MAX_TOKENS } from '../../../domain/models/read-repository';

export class OfferChoice {
  #weights = $state(0);
  #overrides = $state.raw<ReadingOverrides>({});
  /** The typed length; null while it is the original. */
  #typed = $state<string | null>(null);

  constructor(
    readonly name: string,
    readonly offer: ModelOffer,
  ) {}

  get weights(): number {
    return this.#weights;
  }

  take(place: number): void {
    if (this.offer.weights[place]) this.#weights = place;
  }

  get found(): ModelConfiguration {
    return readingOf(this.offer, this.#weights);
  }

  /** As it was found, with the valid changes. */
  get reading(): ModelConfiguration {
    return withOverrides(this.found, this.#overrides);
  }

  /** Null while the input is invalid. */
  get choice(): ModelChoice | null {
    const { name, reading, offer, problem } = this;
    return problem === undefined ? { name, reading, offer } : null;
  }

  get tokensText(): string {
    return this.#typed ?? String(this.found.maxTokens);
  }

  get problem(): string | undefined {
    return this.#typed === null || tokensOf(this.#typed) !== null
      ? undefined
      : `Enter a whole number from 1 to ${MAX_TOKENS}.`;
  }

  isChanged(field: keyof ReadingOverrides): boolean {
    const value = this.#overrides[field];
    return value !== undefined && value !== (this.found as Partial<Record<typeof field, unknown>>)[field];
  }

  set(overrides: ReadingOverrides): void {
    this.#overrides = { ...this.#overrides, ...overrides };
  }

  typeTokens(text: string): void {
    this.#typed = text;
    const maxTokens = tokensOf(text);
    if (maxTokens !== null) this.set({ maxTokens });
  }

  undo(field: keyof ReadingOverrides): void {
    const { [field]: _, ...rest } = this.#overrides;
    this.#overrides = rest;
    if (field === 'maxTokens') this.#typed = null;
  }
}

function tokensOf(text: string): number | null {
  const value = Number(text.trim());
  return text.trim() !== '' && Number.isInteger(value) && value >= 1 && value <= MAX_TOKENS ? value : null;
}
