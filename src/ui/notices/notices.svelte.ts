import { createContext } from 'svelte';
import type { Notice } from '../../contract/models';
import { failureOf, type Failure } from '../shared/failure';

/** The licences of what others made, read when they are first looked at. */
export class NoticesState {
  #open = $state(false);
  #notices = $state.raw<readonly Notice[] | null>(null);
  #failure = $state.raw<Failure | null>(null);

  constructor(private readonly read: () => Promise<readonly Notice[]>) {}

  get open(): boolean {
    return this.#open;
  }
  /** Null until they were read. */
  get notices(): readonly Notice[] | null {
    return this.#notices;
  }
  get failure(): Failure | null {
    return this.#failure;
  }

  async show(): Promise<void> {
    this.#open = true;
    this.#failure = null;
    try {
      this.#notices ??= await this.read();
    } catch (error) {
      this.#failure = failureOf(error);
    }
  }

  close(): void {
    this.#open = false;
  }
}

export const [getNotices, setNotices] = createContext<NoticesState>();
