import type { CollectionRecord, StoredChange } from '../../contract/storage';
import type { WorkbenchPart } from '../../engine/workbench';

/** The parts of the page that another tab can make out of date. */
export interface Followed {
  readonly records: readonly CollectionRecord[];
  readonly openId: string | null;
  /** Whether the page shows passages to be judged, and reads judgments when that is left. */
  readonly judging: boolean;
  put(record: CollectionRecord): void;
  /** @param saved whether another tab has saved questions, over which a draft of this one cannot be saved */
  refreshQuestions(saved: boolean): Promise<void>;
  refreshRuns(): Promise<unknown>;
  refreshSupplied(): Promise<unknown>;
  refreshResults(): Promise<unknown>;
  syncActs(): Promise<void>;
  /** Documents were read again: all that depends on them is read anew. */
  replaced(record: CollectionRecord): Promise<void>;
  /** A collection is no longer there. */
  removed(record: CollectionRecord): Promise<void>;
  failed(error: unknown): void;
}

/** Takes in what other tabs change, one change after the other; of several alike that wait, one. @returns ends it */
export function followOtherTabs(
  page: Followed,
  workbench: WorkbenchPart<{ collections: 'onChange' | 'get' }>,
): () => void {
  const waiting: StoredChange[] = [];
  let isBusy = false;

  async function takeAll(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (let change = waiting.shift(); change; change = waiting.shift())
      await takeIn(page, workbench, change).catch((error: unknown) => page.failed(error));
    isBusy = false;
  }

  return workbench.collections.onChange((change) => {
    if (!waiting.some(({ collection, what }) => collection === change.collection && what === change.what))
      waiting.push(change);
    void takeAll();
  });
}

async function takeIn(
  page: Followed,
  workbench: WorkbenchPart<{ collections: 'get' }>,
  { collection, what }: StoredChange,
): Promise<unknown> {
  const record = await workbench.collections.get(collection);
  const known = page.records.find(({ id }) => id === collection);
  if (!record) {
    if (known) await page.removed(known);
    return;
  }
  page.put(record);
  if (page.openId !== collection) return;
  switch (what) {
    case 'questions':
      return page.refreshQuestions(true);
    case 'acts':
      return page.judging ? page.syncActs() : page.refreshQuestions(false);
    case 'documents':
      return page.replaced(record);
    case 'runs':
      return page.refreshRuns();
    case 'supplied':
      return page.refreshSupplied();
    case 'results':
      return page.refreshResults();
    case 'added':
    case 'renamed':
    case 'removed':
  }
}
