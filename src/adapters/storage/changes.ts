import type { ChangeKind, StoragePort, StoredChange } from '../../contract/storage';

type Silent = Omit<StoragePort, 'onChange'>;

/** What the methods tell that change what is shown: not artifacts, rows and settings. */
const ANNOUNCED = {
  collections: { add: 'added', rename: 'renamed', remove: 'removed', replaceDocs: 'documents' },
  questions: { save: 'questions', addActs: 'acts' },
  annotations: { change: 'annotations' },
  runNotes: { change: 'run-notes' },
  judgingPlan: { change: 'judging-plan' },
  automaticJudges: { change: 'automatic-judges' },
  blindComparisons: {
    add: 'blind-comparisons',
    addList: 'blind-comparisons',
    mark: 'blind-comparisons',
    reveal: 'blind-comparisons',
    keep: 'blind-comparisons',
  },
  runs: { add: 'runs', remove: 'runs' },
  supplied: { add: 'supplied', remove: 'supplied' },
  results: { put: 'results' },
} as const satisfies { [Part in keyof Silent]?: { [Method in keyof Silent[Part]]?: ChangeKind } };

type Part = keyof typeof ANNOUNCED;
/** The collection comes first, or a record of it. */
type Write = (first: string | { id?: string; collection?: string }, ...rest: readonly unknown[]) => Promise<unknown>;

/** Tells other tabs what this one wrote to disk. */
export function announced(storage: Silent, name: string): StoragePort {
  // One for both ways: a channel does not hear itself.
  let shared: BroadcastChannel | null = null;
  const channel = (): BroadcastChannel => (shared ??= new BroadcastChannel(name));
  const telling =
    (write: Write, what: ChangeKind): Write =>
    async (first, ...rest) => {
      const written = await write(first, ...rest);
      const collection = typeof first === 'string' ? first : (first.collection ?? first.id!);
      channel().postMessage({ collection, what } satisfies StoredChange);
      return written;
    };
  const parts = (Object.keys(ANNOUNCED) as Part[]).map((part) => {
    const own = storage[part] as unknown as Readonly<Record<string, Write>>;
    const writes = Object.entries(ANNOUNCED[part]) as [string, ChangeKind][];
    return [part, { ...own, ...Object.fromEntries(writes.map(([name, what]) => [name, telling(own[name]!, what)])) }];
  });
  return {
    ...storage,
    ...(Object.fromEntries(parts) as Pick<Silent, Part>),
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
