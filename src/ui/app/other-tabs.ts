import type { CollectionRecord, StoredChange } from '../../contract/storage';
import type { AppState } from './app-state.svelte';
import type { OpenCollection } from './open-collection.svelte';

/** Follows the changes of other tabs one by one; of equal ones that wait, one. @returns ends it */
export function followOtherTabs(app: AppState): () => void {
  const waiting: StoredChange[] = [];
  let isBusy = false;

  async function takeAll(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (let change = waiting.shift(); change; change = waiting.shift()) {
      const next = change;
      await app.page.attempt(() => takeIn(app, next));
    }
    isBusy = false;
  }

  return app.workbench.collections.onChange((change) => {
    if (!waiting.some(({ collection, what }) => collection === change.collection && what === change.what))
      waiting.push(change);
    void takeAll();
  });
}

async function takeIn(app: AppState, { collection, what }: StoredChange): Promise<unknown> {
  const record = await app.workbench.collections.get(collection);
  if (!record) return removed(app, collection);
  app.collections.put(record);
  const { current, navigation } = app;
  if (current?.id !== collection) return;
  switch (what) {
    case 'questions':
      return refreshQuestions(current, true);
    case 'acts':
      // Where passages are judged, judgments are read when that is left.
      return navigation.address.part === 'judge' && current.work?.judging.session
        ? current.work.judging.sync()
        : refreshQuestions(current, false);
    case 'annotations':
      return current.work?.diagnosis.readAnnotations();
    case 'run-notes':
      return current.runNotes.read();
    case 'judging-plan':
      return current.work?.judging.syncPlan();
    case 'automatic-judges':
      return current.work?.automaticJudges.read();
    case 'blind-comparisons':
      await current.work?.keptSystems.sync();
      return current.work?.blind.sync();
    case 'documents':
      return replaced(app, record);
    case 'runs':
      return current.runs.refresh();
    case 'supplied':
      return current.supplied.refresh();
    case 'results':
      return current.results.refresh();
    case 'added':
    case 'renamed':
    case 'removed':
  }
}

/** @param saved whether another tab has saved questions, over which a draft of this one cannot be saved */
async function refreshQuestions({ corpus, work }: OpenCollection, saved: boolean): Promise<void> {
  await corpus.refreshQuestions();
  if (saved || !work?.questions.changed) work?.questions.refresh(corpus.questions);
}

async function replaced(app: AppState, { name }: CollectionRecord): Promise<void> {
  if (!app.current?.unsaved) {
    await app.reopen();
    app.page.announce(`The documents of ${name} were read again in another tab.`);
    return;
  }
  const message = `The documents of ${name} were read again in another tab. Your unsaved changes of its questions are of the documents before: note them, and reload this page.`;
  app.page.notice = { expected: true, message };
}

async function removed(app: AppState, id: string): Promise<void> {
  // A tab that was opened meanwhile deleted for good what could be undone here.
  if (app.deletion.pending?.id === id) app.deletion.undo();
  const gone = app.collections.records.find((each) => each.id === id);
  if (!gone) return;
  await app.end(id);
  const isOpen = app.current?.id === id;
  app.collections.drop(id);
  if (app.waiting === id) app.waiting = null;
  if (!isOpen) return;
  app.waiting = null;
  const next = app.collections.records[0];
  await app.openNow(null);
  if (next) await app.open(next.id);
  else app.navigation.go({ collection: null });
  const message = `${gone.name} was deleted in another tab, with all that was computed from it.`;
  app.page.notice = { expected: true, message };
}
