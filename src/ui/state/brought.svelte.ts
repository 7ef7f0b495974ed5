import type { BroughtHeader } from '../../contract/storage';
import type { Workbench } from '../../engine/workbench';
import { failureOf, type Failure } from './failure';

/** Rewrites and vectors of the open collection that came from files. */
export class BroughtState {
  #id: string | null = null;
  #all = $state.raw<readonly BroughtHeader[] | null>(null);
  /** How many the last files added; null where none were read since the collection was opened. */
  #added = $state<number | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #rewrites = $derived(this.#all?.filter(({ kind }) => kind === 'rewrites') ?? []);
  #vectors = $derived(this.#all?.filter(({ kind }) => kind === 'vectors') ?? []);

  constructor(private readonly workbench: Pick<Workbench, 'brought' | 'removeBrought'>) {}

  /** Oldest first; null until they are read. */
  get all(): readonly BroughtHeader[] | null {
    return this.#all;
  }
  get rewrites(): readonly BroughtHeader[] {
    return this.#rewrites;
  }
  get vectors(): readonly BroughtHeader[] {
    return this.#vectors;
  }
  /** How many the last files added; null where none were read since the collection was opened. */
  get added(): number | null {
    return this.#added;
  }
  get failure(): Failure | null {
    return this.#failure;
  }

  async open(id: string | null): Promise<void> {
    this.#id = id;
    this.#all = null;
    this.#added = null;
    this.#failure = null;
    if (id === null) return;
    try {
      const all = await this.workbench.brought(id);
      if (this.#id === id) this.#all = all;
    } catch (error) {
      if (this.#id === id) this.#failure = failureOf(error);
    }
  }

  /**
   * Takes in the files of a collection after some were added to it.
   * @returns how many of them are new
   */
  take(id: string, all: readonly BroughtHeader[]): number {
    if (this.#id !== id) return 0;
    const added = all.length - (this.#all?.length ?? 0);
    this.#all = all;
    this.#added = added;
    return added;
  }

  async remove({ collection, name }: BroughtHeader): Promise<void> {
    await this.workbench.removeBrought(collection, name);
    if (this.#id !== collection) return;
    this.#added = null;
    this.#all = this.#all?.filter((each) => each.name !== name) ?? null;
  }
}
