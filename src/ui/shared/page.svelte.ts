import { provided } from './context';
import type { Workbench, WorkbenchPart } from '../../workbench/workbench';
import { failureOf, type Failure } from './failure';

type Storage = Awaited<ReturnType<Workbench['collections']['usage']>>;

export class Page {
  storage = $state.raw<Storage | null>(null);
  notice = $state.raw<Failure | null>(null);
  announcement = $state('');

  constructor(private readonly workbench: WorkbenchPart<{ collections: 'usage' }>) {}

  announce(text: string): void {
    this.announcement = text;
  }

  async attempt(task: () => unknown): Promise<void> {
    try {
      await task();
    } catch (error) {
      this.notice = await failureOf(error);
    }
  }

  refreshStorage(): Promise<void> {
    return this.attempt(async () => (this.storage = await this.workbench.collections.usage()));
  }
}

export const getPage = provided(Page);
