import { createContext } from 'svelte';
import type { Workbench, WorkbenchPart } from '../../engine/workbench';
import { failureOf, type Failure } from './failure';

export const TABS = ['evaluate', 'lab', 'try', 'judge', 'questions', 'documents'] as const;
export type Tab = (typeof TABS)[number];

type Storage = Awaited<ReturnType<Workbench['collections']['usage']>>;

/** What the page shows whichever collection is open: the tab, how full the storage is, and what the person is told. */
export class Page {
  tab = $state<Tab>('evaluate');
  /** Null until it is measured. */
  storage = $state.raw<Storage | null>(null);
  /** A failure that belongs to no part of the page, until it is dismissed. */
  notice = $state.raw<Failure | null>(null);
  /** Read out by screen readers. */
  announcement = $state('');

  constructor(private readonly workbench: WorkbenchPart<{ collections: 'usage' }>) {}

  announce(text: string): void {
    this.announcement = text;
  }

  /** Does something, and shows why it failed. */
  async attempt(task: () => unknown): Promise<void> {
    try {
      await task();
    } catch (error) {
      this.notice = failureOf(error);
    }
  }

  refreshStorage(): Promise<void> {
    return this.attempt(async () => (this.storage = await this.workbench.collections.usage()));
  }
}

export const [getPage, setPage] = createContext<Page>();
