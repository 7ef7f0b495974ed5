import { createContext } from 'svelte';
import type { DownloadedFrom, Kept } from '../../contract/privacy';
import type { Privacy, RequestSummary } from './request-summary';
import { failureOf, type Failure } from '../shared/failure';

/** How far the erasing of everything is. */
export type Erasing = 'no' | 'asked' | 'going on';

/** What the privacy panel shows: requests, what was downloaded, what is kept, and erasing it. */
export class PrivacyState {
  #open = $state(false);
  #requests = $state.raw<RequestSummary>()!;
  #downloads = $state.raw<readonly DownloadedFrom[] | null>(null);
  #kept = $state.raw<Kept | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #erasing = $state<Erasing>('no');
  #blocked = $state<string | null>(null);

  /** @param onErased called when nothing is left, by this tab or by another */
  constructor(
    private readonly privacy: Privacy,
    private readonly onErased: (by: 'this tab' | 'another tab') => void,
  ) {
    this.#requests = privacy.requests();
    privacy.onObserved(() => (this.#requests = privacy.requests()));
    privacy.onErased(() => onErased('another tab'));
  }

  get open(): boolean {
    return this.#open;
  }
  get requests(): RequestSummary {
    return this.#requests;
  }
  /** Null until they were read. */
  get downloads(): readonly DownloadedFrom[] | null {
    return this.#downloads;
  }
  /** Null until it was measured. */
  get kept(): Kept | null {
    return this.#kept;
  }
  get failure(): Failure | null {
    return this.#failure;
  }
  get erasing(): Erasing {
    return this.#erasing;
  }
  /** What another tab holds open, so that it cannot be deleted yet. */
  get blocked(): string | null {
    return this.#blocked;
  }

  /** Opens the panel, and measures what is kept. */
  async show(): Promise<void> {
    this.#open = true;
    this.#failure = null;
    this.#kept = null;
    await this.#try(async () => {
      this.#downloads = await this.privacy.downloads();
      this.#kept = await this.privacy.kept();
    });
  }

  close(): void {
    if (this.#erasing === 'going on') return;
    this.#open = false;
    this.#erasing = 'no';
  }

  /** Asks whether to erase everything. */
  ask(): void {
    this.#erasing = 'asked';
    this.#failure = null;
  }

  keep(): void {
    if (this.#erasing === 'asked') this.#erasing = 'no';
  }

  async erase(): Promise<void> {
    this.#erasing = 'going on';
    this.#failure = null;
    await this.#try(async () => {
      await this.privacy.erase((what) => (this.#blocked = what));
      this.onErased('this tab');
    });
    this.#erasing = 'no';
    this.#blocked = null;
  }

  async #try(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      this.#failure = failureOf(error);
    }
  }
}

export const [getPrivacy, setPrivacy] = createContext<PrivacyState>();
