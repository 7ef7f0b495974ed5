import type { CollectionRecord } from '../../contract/storage';
import type { AppState } from './app-state.svelte';
import type { Followed } from './other-tabs';

/** What of the page follows other tabs, and how. */
export function pageOf(app: AppState): Followed {
  const { collections, page } = app;
  return {
    get records() {
      return collections.records;
    },
    get openId() {
      return app.current?.id ?? null;
    },
    get judging() {
      return page.tab === 'judge' && (app.current?.judging.session ?? null) !== null;
    },
    put: (record) => collections.put(record),
    refreshQuestions: async (saved) => {
      if (!app.current) return;
      const { corpus, questions } = app.current;
      await corpus.refreshQuestions();
      if (saved || !questions.changed) questions.refresh(corpus.questions);
    },
    refreshRuns: async () => app.current?.runs.refresh(),
    refreshSupplied: async () => app.current?.supplied.refresh(),
    refreshResults: async () => app.current?.results.refresh(),
    syncActs: async () => app.current?.judging.sync(),
    replaced: (record) => replaced(app, record),
    removed: (record) => removed(app, record),
    failed: (error) => void page.attempt(() => Promise.reject(error)),
  };
}

async function replaced(app: AppState, { id, name }: CollectionRecord): Promise<void> {
  if (!app.current?.questions.changed) {
    await app.openNow(id);
    app.page.announce(`The documents of ${name} were read again in another tab.`);
    return;
  }
  const message = `The documents of ${name} were read again in another tab. Your unsaved changes of its questions are of the documents before: note them, and reload this page.`;
  app.page.notice = { expected: true, message };
}

/** What another tab deleted is closed here, and the first that is left is opened. */
async function removed(app: AppState, { id, name }: CollectionRecord): Promise<void> {
  await app.end(id);
  const isOpen = app.current?.id === id;
  app.collections.drop(id);
  if (!isOpen) return;
  app.waiting = null;
  await app.openNow(app.collections.records[0]?.id ?? null);
  const message = `${name} was deleted in another tab, with all that was computed from it.`;
  app.page.notice = { expected: true, message };
}
