import { createContext } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { RunHeader } from '../../contract/storage';
import type { WorkbenchPart } from '../../workbench/workbench';
import type { Page } from '../shared/page.svelte';
import type { Preferences } from '../shared/preferences';
import { KeptList } from './kept-list.svelte';

/** External runs of the open collection, and which of them are evaluated. */
export class RunsState extends KeptList<RunHeader> {
  /** Hashes of runs that are left out, in any collection. Remembered per browser. */
  readonly #leftOut = new SvelteSet<string>();
  readonly chosen = $derived(this.all?.filter((run) => this.isChosen(run)) ?? []);

  constructor(
    workbench: WorkbenchPart<{ runs: 'external' | 'removeExternal' }>,
    collection: string,
    private readonly preferences: Preferences,
    page: Page,
    signal: AbortSignal,
  ) {
    const keeping = {
      list: () => workbench.runs.external(collection),
      remove: ({ system }: RunHeader) => workbench.runs.removeExternal(collection, system),
      nameOf: ({ system }: RunHeader) => system,
    };
    super(keeping, page, signal);
    const stored = preferences.read('runs-left-out');
    if (Array.isArray(stored)) for (const each of stored) if (typeof each === 'string') this.#leftOut.add(each);
  }

  isChosen({ hash }: RunHeader): boolean {
    return !this.#leftOut.has(hash);
  }

  toggle({ hash }: RunHeader): void {
    if (!this.#leftOut.delete(hash)) this.#leftOut.add(hash);
    this.preferences.write('runs-left-out', [...this.#leftOut]);
  }
}

export const [getRuns, setRuns] = createContext<RunsState>();
