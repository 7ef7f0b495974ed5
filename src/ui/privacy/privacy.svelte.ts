import { provided } from '../shared/context';
import type { DatabaseName } from '../../contract/errors';
import type { DownloadedFrom, Kept, PrivacyPort } from '../../contract/privacy';
import { type RequestSummary, summarise } from './request-summary';
import type { Failure } from '../shared/failure';
import { Task } from '../shared/task.svelte';

export type Erasing = 'no' | 'asked' | 'going on';

export class PrivacyState {
  open = $state(false);
  requests = $state.raw<RequestSummary>()!;
  downloads = $state.raw<readonly DownloadedFrom[] | null>(null);
  kept = $state.raw<Kept | null>(null);
  #asked = $state(false);
  readonly #measuring = new Task();
  readonly #erasing = new Task<DatabaseName>();

  constructor(
    private readonly privacy: PrivacyPort,
    private readonly onErased: (by: 'this tab' | 'another tab') => void,
  ) {
    const summary = (): RequestSummary => summarise(privacy.observed(), privacy.origin);
    this.requests = summary();
    privacy.onObserved(() => (this.requests = summary()));
    privacy.onErased(() => onErased('another tab'));
  }

  get failure(): Failure | null {
    return this.#erasing.failure ?? this.#measuring.failure;
  }
  get erasing(): Erasing {
    return this.#erasing.busy ? 'going on' : this.#asked ? 'asked' : 'no';
  }
  /** The database that another tab keeps open, so that it cannot be deleted yet. */
  get blocked(): DatabaseName | null {
    return this.#erasing.progress;
  }

  async show(): Promise<void> {
    this.open = true;
    this.kept = null;
    this.#erasing.forget();
    await this.#measuring.run(async () => {
      this.downloads = await this.privacy.downloads();
      this.kept = await this.privacy.kept();
    });
  }

  close(): void {
    if (this.#erasing.busy) return;
    this.open = false;
    this.#asked = false;
  }

  ask(): void {
    this.#asked = true;
    this.#measuring.forget();
    this.#erasing.forget();
  }

  keep(): void {
    this.#asked = false;
  }

  async erase(): Promise<void> {
    this.#asked = false;
    await this.#erasing.run(
      ({ progress }) => this.privacy.erase(progress),
      () => this.onErased('this tab'),
    );
  }
}

export const getPrivacy = provided(PrivacyState);
