import { MAX_TOKENS } from '../../../domain/models/max-tokens';
import type { ModelConfiguration } from '../../../domain/models/configuration';
import { withOverrides, type ReadingOverrides } from '../../../domain/models/configuration-of';

/** A way to read a model while a person changes it. */
export class ReadingDraft {
  #overrides = $state.raw<ReadingOverrides>({});
  /** What is typed as the length; null while it is the one that was found. */
  #typed = $state<string | null>(null);

  /** @param found how it is read without changes */
  constructor(private readonly found: () => ModelConfiguration) {}

  /** As it was found. */
  get before(): ModelConfiguration {
    return this.found();
  }

  /** With the changes, as far as they mean something. */
  get shown(): ModelConfiguration {
    return withOverrides(this.before, this.#overrides);
  }

  /** Null where something is typed that means nothing. */
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

  /** Whether anything is otherwise than it was found. */
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

  /** Takes back what was changed of one thing. */
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
