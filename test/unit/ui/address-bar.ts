import type { AddressBar } from '../../../src/ui/shared/navigation/navigation.svelte';

/** An address bar with a history, which a test uses as a person does. */
export class MemoryAddressBar implements AddressBar {
  readonly #entries: string[];
  readonly #listeners = new Set<() => void>();
  #at = 0;

  constructor(address = '') {
    this.#entries = [address];
  }

  /** All that can be gone back to, and what is shown. */
  get history(): readonly string[] {
    return this.#entries.slice(0, this.#at + 1);
  }

  read(): string {
    return this.#entries[this.#at]!;
  }

  write(hash: string, how: 'push' | 'replace'): void {
    if (how === 'push') this.#entries.splice(++this.#at);
    this.#entries[this.#at] = hash;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  back(): void {
    this.#move(-1);
  }

  forward(): void {
    this.#move(1);
  }

  /** Types an address, or follows a link to it. */
  visit(hash: string): void {
    this.write(hash, 'push');
    this.#move(0);
  }

  #move(by: number): void {
    this.#at += by;
    for (const listener of this.#listeners) listener();
  }
}
