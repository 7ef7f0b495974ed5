import type { ModelChoice } from '../../../contract/models';
import type { ModelConfiguration } from '../../../domain/models/configuration';
import { type ModelOffer, readingOf, type ReadingOverrides, withOverrides } from '../../../domain/models/repository';
import { MAX_TOKENS } from '../../../domain/models/read-repository';

export class ReadingDraft {
  #overrides = $state.raw<ReadingOverrides>({});
  /** The typed length; null while it is the original. */
  #typed = $state<string | null>(null);

  /** @param found the original configuration */
  constructor(private readonly found: () => ModelConfiguration) {}

  get before(): ModelConfiguration {
    return this.found();
  }

  /** With the valid changes. */
  get shown(): ModelConfiguration {
    return withOverrides(this.before, this.#overrides);
  }

  /** Null while the input is invalid. */
  get reading(): ModelConfiguration | null {
    return this.problem === undefined ? this.shown : null;
  }

  get tokensText(): string {
    return this.#typed ?? String(this.before.maxTokens);
  }

  get problem(): string | undefined {
    return this.#typed === null || tokensOf(this.#typed) !== null
      ? undefined
      : `Enter a whole number from 1 to ${MAX_TOKENS}.`;
  }

  get changed(): boolean {
    return this.problem !== undefined || JSON.stringify(this.shown) !== JSON.stringify(this.before);
  }

  isChanged(field: keyof ReadingOverrides): boolean {
    const value = this.#overrides[field];
    return value !== undefined && value !== (this.before as Partial<Record<typeof field, unknown>>)[field];
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
