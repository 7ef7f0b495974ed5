import { SvelteSet } from 'svelte/reactivity';
import type { RunHeader } from '../../contract/storage';
import type { Workbench } from '../../engine/workbench';
import { failureOf, type Failure } from './failure';
import type { Preferences } from './preferences';

/** Runs of the open collection that were made elsewhere, and which of them are evaluated. */
export class RunsState {
  #id: string | null = null;
  #all = $state.raw<readonly RunHeader[] | null>(null);
  /** Hashes of runs that the person has left out, in whatever collection. Remembered per browser. */
  readonly #leftOut = new SvelteSet<string>();
  #chosen = $derived(this.#all?.filter(({ hash }) => !this.#leftOut.has(hash)) ?? []);
  /** How many the last files added; null where none were read since the collection was opened. */
  #added = $state<number | null>(null);
  #failure = $state.raw<Failure | null>(null);

  constructor(
    private readonly workbench: Pick<Workbench, 'runs' | 'removeRun'>,
    private readonly preferences: Preferences,
  ) {
    const stored = preferences.read('runs-left-out');
    if (Array.isArray(stored)) for (const each of stored) if (typeof each === 'string') this.#leftOut.add(each);
  }

  /** Oldest first; null until they are read. */
  get all(): readonly RunHeader[] | null {
    return this.#all;
  }
  /** Those that are evaluated. */
  get chosen(): readonly RunHeader[] {
    return this.#chosen;
  }
  /** How many runs the last files added; null where none were read since the collection was opened. */
  get added(): number | null {
    return this.#added;
  }
  get failure(): Failure | null {
    return this.#failure;
  }

  isChosen({ hash }: RunHeader): boolean {
    return !this.#leftOut.has(hash);
  }

  toggle({ hash }: RunHeader): void {
    if (!this.#leftOut.delete(hash)) this.#leftOut.add(hash);
    this.preferences.write('runs-left-out', [...this.#leftOut]);
  }

  async open(id: string | null): Promise<void> {
    this.#id = id;
    this.#all = null;
    this.#added = null;
    this.#failure = null;
    if (id === null) return;
    try {
      const all = await this.workbench.runs(id);
      if (this.#id === id) this.#all = all;
    } catch (error) {
      if (this.#id === id) this.#failure = failureOf(error);
    }
  }

  /**
   * Takes in the runs of a collection after some were added to it.
   * @returns how many of them are new
   */
  take(id: string, all: readonly RunHeader[]): number {
    if (this.#id !== id) return 0;
    const added = all.length - (this.#all?.length ?? 0);
    this.#all = all;
    this.#added = added;
    return added;
  }

  async remove(run: RunHeader): Promise<void> {
    await this.workbench.removeRun(run.collection, run.system);
    if (this.#id !== run.collection) return;
    this.#added = null;
    this.#all = this.#all?.filter(({ system }) => system !== run.system) ?? null;
  }
}
