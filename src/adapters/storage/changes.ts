import type { ChangeKind, StoragePort, StoredChange } from '../../contract/storage';

type Silent = Omit<StoragePort, 'onChange'>;

/** Tells other tabs what this one wrote to disk; not artifacts, rows and settings, which nothing shows. */
export function announced(storage: Silent, name: string): StoragePort {
  // One for both ways: a channel does not hear itself.
  let shared: BroadcastChannel | null = null;
  const channel = (): BroadcastChannel => (shared ??= new BroadcastChannel(name));

  function then<Args extends readonly unknown[], T>(
    what: ChangeKind,
    write: (...args: Args) => Promise<T>,
    collectionOf: (...args: Args) => string,
  ): (...args: Args) => Promise<T> {
    return async (...args) => {
      const written = await write(...args);
      channel().postMessage({ collection: collectionOf(...args), what } satisfies StoredChange);
      return written;
    };
  }
  const first = (collection: string): string => collection;
  const { collections, questions, annotations, runNotes, judgingPlan, automaticJudges, runs, supplied, results } =
    storage;
  const { blindComparisons } = storage;

  return {
    ...storage,
    collections: {
      ...collections,
      add: then('added', collections.add, ({ id }) => id),
      rename: then('renamed', collections.rename, first),
      remove: then('removed', collections.remove, first),
      replaceDocs: then('documents', collections.replaceDocs, first),
    },
    questions: {
      ...questions,
      save: then('questions', questions.save, first),
      addActs: then('acts', questions.addActs, first),
    },
    annotations: { ...annotations, change: then('annotations', annotations.change, first) },
    runNotes: { ...runNotes, change: then('run-notes', runNotes.change, first) },
    judgingPlan: { ...judgingPlan, change: then('judging-plan', judgingPlan.change, first) },
    automaticJudges: {
      ...automaticJudges,
      change: then('automatic-judges', automaticJudges.change, first),
    },
    blindComparisons: {
      ...blindComparisons,
      add: then('blind-comparisons', blindComparisons.add, first),
      addList: then('blind-comparisons', blindComparisons.addList, first),
      mark: then('blind-comparisons', blindComparisons.mark, first),
      reveal: then('blind-comparisons', blindComparisons.reveal, first),
      keep: then('blind-comparisons', blindComparisons.keep, first),
    },
    runs: { ...runs, add: then('runs', runs.add, first), remove: then('runs', runs.remove, first) },
    supplied: {
      ...supplied,
      add: then('supplied', supplied.add, first),
      remove: then('supplied', supplied.remove, first),
    },
    results: { ...results, put: then('results', results.put, ({ collection }) => collection) },
    onChange(listener) {
      const heard = ({ data }: MessageEvent<StoredChange>): void => listener(data);
      channel().addEventListener('message', heard);
      return () => channel().removeEventListener('message', heard);
    },
  };
}

/** Tells all tabs, the one of this worker too, what a worker has written. @param name of the database */
export function announceFromWorker(name: string, change: StoredChange): void {
  const channel = new BroadcastChannel(channelOf(name));
  channel.postMessage(change);
  channel.close();
}

export const channelOf = (database: string): string => `${database}-changes`;
