import { failureOf, type Failure } from '../shared/failure';

/** How the entries of a collection are read and removed. */
export interface Keeping<Entry> {
  readonly list: (collection: string) => Promise<readonly Entry[]>;
  readonly remove: (entry: Entry) => Promise<void>;
  /** Its name among the entries of its collection. */
  readonly nameOf: (entry: Entry) => string;
}

/** What came from files into the open collection, beside its documents and questions: runs, rewrites, vectors. */
export class KeptList<Entry extends { readonly collection: string }> {
  #id: string | null = null;
  #all = $state.raw<readonly Entry[] | null>(null);
  #added = $state<number | null>(null);
  #failure = $state.raw<Failure | null>(null);

  constructor(private readonly keeping: Keeping<Entry>) {}

  /** Oldest first; null until they are read. */
  get all(): readonly Entry[] | null {
    return this.#all;
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
    await this.refresh();
  }

  /** Reads the entries of the open collection again. */
  async refresh(): Promise<void> {
    const id = this.#id;
    if (id === null) return;
    try {
      const all = await this.keeping.list(id);
      if (this.#id === id) this.#all = all;
    } catch (error) {
      if (this.#id === id) this.#failure = failureOf(error);
    }
  }

  /**
   * Takes in the entries of a collection after some were added to it.
   * @returns how many of them are new
   */
  take(id: string, all: readonly Entry[]): number {
    if (this.#id !== id) return 0;
    const added = all.length - (this.#all?.length ?? 0);
    this.#all = all;
    this.#added = added;
    return added;
  }

  async remove(entry: Entry): Promise<void> {
    await this.keeping.remove(entry);
    if (this.#id !== entry.collection) return;
    this.#added = null;
    const { nameOf } = this.keeping;
    this.#all = this.#all?.filter((each) => nameOf(each) !== nameOf(entry)) ?? null;
  }
}
