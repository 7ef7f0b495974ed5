import type { SuppliedHeader } from '../../contract/storage';
import type { ModelCard } from '../../domain/models/card';
import type { Writing } from '../../engine/models/writing';
import { AnsweringState } from '../try/answering.svelte';
import type { Preferences } from '../shared/preferences';
import { RewritingState } from '../evaluate/rewriting.svelte';
import { WritersState } from '../writing/writers.svelte';

/** What a text-generation model of this machine writes for the open collection, beside questions. */
export class WritingState {
  readonly writers: WritersState;
  readonly rewriting: RewritingState;
  readonly answering: AnsweringState;

  /** @param onWritten called with a collection that rewrites were kept with, and all that it has now */
  constructor(
    writing: Writing,
    cards: () => readonly ModelCard[],
    preferences: Preferences,
    onWritten: (collection: string, supplied: readonly SuppliedHeader[]) => void,
  ) {
    this.writers = new WritersState(cards, preferences);
    this.rewriting = new RewritingState(writing, onWritten);
    this.answering = new AnsweringState(writing);
  }

  open(collection: string | null): void {
    this.rewriting.open(collection);
    this.answering.open(collection);
  }

  /** Ends what is written for this collection and waits until nothing writes to it any more. */
  async stop(collection: string): Promise<void> {
    await Promise.all([this.rewriting.stop(collection), this.answering.stop(collection)]);
  }
}
