import type { ChangeKind, StoragePort, StoredChange } from '../../contract/storage';

type Silent = Omit<StoragePort, 'onChange'>;

/**
 * Tells the other tabs what this one has written, once it is on disk, and hears what they wrote. What is computed
 * (artifacts, rows) and settings are not announced: nothing shows them.
 *
 * @param name of the channel: of the database, so that others are not heard
 */
export function announced(storage: Silent, name: string): StoragePort {
  // One for both ways: a channel does not hear itself.
  let shared: BroadcastChannel | null = null;
  const channel = (): BroadcastChannel => (shared ??= new BroadcastChannel(name));

  /** A method that writes for a collection, which its arguments name. */
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

  return {
    ...storage,
    addCollection: then('added', storage.addCollection, ({ id }) => id),
    renameCollection: then('renamed', storage.renameCollection, first),
    removeCollection: then('removed', storage.removeCollection, first),
    saveQuestions: then('questions', storage.saveQuestions, first),
    replaceDocs: then('documents', storage.replaceDocs, first),
    addActs: then('acts', storage.addActs, first),
    addRuns: then('runs', storage.addRuns, first),
    removeRun: then('runs', storage.removeRun, first),
    addSupplied: then('brought', storage.addSupplied, first),
    removeSupplied: then('brought', storage.removeSupplied, first),
    putResult: then('results', storage.putResult, ({ collection }) => collection),
    onChange(listener) {
      const heard = ({ data }: MessageEvent<StoredChange>): void => listener(data);
      channel().addEventListener('message', heard);
      return () => channel().removeEventListener('message', heard);
    },
  };
}
