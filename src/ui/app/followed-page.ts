import type { CollectionRecord } from '../../contract/storage';
import type { AppState } from './app-state.svelte';
import { failureOf } from '../shared/failure';
import type { Followed } from './other-tabs';

/** What of the page follows other tabs, and how. */
export function pageOf(app: AppState): Followed {
  const { collections, runs, supplied, evaluation, judging } = app;
  return {
    get records() {
      return collections.records;
    },
    get openId() {
      return collections.selected?.id ?? null;
    },
    get judging() {
      return app.tab === 'judge' && judging.session !== null;
    },
    put: (record) => collections.put(record),
    refreshQuestions: async (saved) => {
      await app.corpus.refreshQuestions();
      if (saved || !app.questions.changed) app.questions.refresh(app.corpus.questions);
    },
    refreshRuns: () => runs.refresh(),
    refreshSupplied: () => supplied.refresh(),
    refreshResults: () => evaluation.refresh(),
    syncActs: () => judging.sync(),
    replaced: (record) => replaced(app, record),
    removed: (record) => removed(app, record),
    failed: (error) => app.notify(failureOf(error)),
  };
}

async function replaced(app: AppState, { id, name }: CollectionRecord): Promise<void> {
  if (!app.questions.changed) {
    await app.openNow(id);
    app.announce(`The documents of ${name} were read again in another tab.`);
    return;
  }
  const message = `The documents of ${name} were read again in another tab. Your unsaved changes of its questions are of the documents before: note them, and reload this page.`;
  app.notify({ expected: true, message });
}

/** What another tab deleted is closed here, and the first that is left is opened. */
async function removed(app: AppState, { id, name }: CollectionRecord): Promise<void> {
  const tasks = [app.evaluation, app.trying, app.writing];
  await Promise.all(tasks.map((task) => task.stop(id)));
  const isOpen = app.collections.selected?.id === id;
  app.collections.drop(id);
  if (!isOpen) return;
  app.stay();
  await app.openNow(app.collections.records[0]?.id ?? null);
  const message = `${name} was deleted in another tab, with all that was computed from it.`;
  app.notify({ expected: true, message });
}
