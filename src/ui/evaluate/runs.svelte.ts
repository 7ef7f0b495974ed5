import { SvelteSet } from 'svelte/reactivity';
import type { RunHeader } from '../../contract/storage';
import type { WorkbenchPart } from '../../engine/workbench';
import { KeptList } from './kept-list.svelte';
import type { Preferences } from '../shared/preferences';

/** Runs of the open collection that were made elsewhere, and which of them are evaluated. */
export class RunsState extends KeptList<RunHeader> {
  /** Hashes of runs that the person has left out, in whatever collection. Remembered per browser. */
  readonly #leftOut = new SvelteSet<string>();
  #chosen = $derived(this.all?.filter(({ hash }) => !this.#leftOut.has(hash)) ?? []);

  constructor(
    workbench: WorkbenchPart<{ runs: 'external' | 'removeExternal' }>,
    private readonly preferences: Preferences,
  ) {
    super({
      list: (id) => workbench.runs.external(id),
      remove: ({ collection, system }) => workbench.runs.removeExternal(collection, system),
      nameOf: ({ system }) => system,
    });
    const stored = preferences.read('runs-left-out');
    if (Array.isArray(stored)) for (const each of stored) if (typeof each === 'string') this.#leftOut.add(each);
  }

  /** Those that are evaluated. */
  get chosen(): readonly RunHeader[] {
    return this.#chosen;
  }

  isChosen({ hash }: RunHeader): boolean {
    return !this.#leftOut.has(hash);
  }

  toggle({ hash }: RunHeader): void {
    if (!this.#leftOut.delete(hash)) this.#leftOut.add(hash);
    this.preferences.write('runs-left-out', [...this.#leftOut]);
  }
}
