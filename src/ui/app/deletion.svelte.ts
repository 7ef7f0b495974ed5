import type { CollectionRecord } from '../../contract/storage';
import type { Preferences } from '../shared/preferences';

const SETTING = 'deleting';

const UNDO_MS = 10_000;

interface DeletionOptions {
  readonly remove: (id: string) => Promise<void>;
  readonly preferences: Preferences;
  readonly wait?: (task: () => void, milliseconds: number) => () => void;
  readonly clock?: () => number;
}

/** Kept while a deletion can be undone, and until it is done. */
interface Waiting {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

const waiting = (task: () => void, milliseconds: number): (() => void) => {
  const timer = setTimeout(task, milliseconds);
  return () => clearTimeout(timer);
};

/**
 * The deletion of a collection, which waits until it can no longer be undone. A page that is closed before deletes it
 * when it is opened again.
 */
export class Deletion {
  /** The collection that can still be restored. */
  pending = $state.raw<CollectionRecord | null>(null);
  #cancel: (() => void) | null = null;
  readonly #wait: NonNullable<DeletionOptions['wait']>;
  readonly #clock: () => number;

  constructor(private readonly options: DeletionOptions) {
    this.#wait = options.wait ?? waiting;
    this.#clock = options.clock ?? Date.now;
  }

  /** Deletes what an earlier visit was about to delete; what another tab can still restore is left to that. */
  async finishEarlier(): Promise<void> {
    const waits = this.options.preferences.read(SETTING) as Waiting | null;
    if (!waits || this.#clock() < waits.until) return;
    this.options.preferences.write(SETTING, null);
    await this.options.remove(waits.id);
  }

  /** Another one that waits is deleted at once. */
  async begin(record: CollectionRecord): Promise<void> {
    await this.finish();
    this.pending = record;
    this.options.preferences.write(SETTING, { id: record.id, until: this.#clock() + UNDO_MS } satisfies Waiting);
    this.#cancel = this.#wait(() => void this.finish(), UNDO_MS);
  }

  /** @returns what is restored; null where it is too late */
  undo(): CollectionRecord | null {
    const { pending } = this;
    this.#forget();
    return pending;
  }

  async finish(): Promise<void> {
    const { pending } = this;
    if (!pending) return;
    this.#forget();
    await this.options.remove(pending.id);
  }

  #forget(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.pending = null;
    this.options.preferences.write(SETTING, null);
  }
}
