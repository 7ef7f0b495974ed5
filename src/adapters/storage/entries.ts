import type { KeptSupplied, KeptRun, RunHeader, SuppliedHeader } from '../../contract/storage';
import type { Supplied } from '../../domain/dataset/supplied/content';
import type { PackedRun } from '../../domain/run/packed';
import type { StorageWriting } from './writing';

interface Entries {
  runs: { header: RunHeader; value: PackedRun; added: KeptRun };
  supplied: { header: SuppliedHeader; value: Supplied; added: KeptSupplied };
}

export type EntryKind = keyof Entries;
export type Entry<Kind extends EntryKind> = Entries[Kind];

export const ENTRY_STORES = {
  runs: { values: 'runs', headers: 'runHeaders' },
  supplied: { values: 'brought', headers: 'broughtHeaders' },
} as const;

export const keyOf = ({ header }: KeptRun | KeptSupplied): [string, string] => [
  header.collection,
  'system' in header ? header.system : header.name,
];

export const entryWrites = (
  tx: StorageWriting,
  added: readonly (KeptRun | KeptSupplied)[],
): (() => Promise<unknown>)[] =>
  added.flatMap((entry) => {
    const { values, headers } = ENTRY_STORES['run' in entry ? 'runs' : 'supplied'];
    return [
      () => tx.objectStore(values).put('run' in entry ? entry.run : entry.content, keyOf(entry)),
      () => tx.objectStore(headers).put(entry.header, keyOf(entry)),
    ];
  });
