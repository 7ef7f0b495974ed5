import type { KeptSupplied, KeptRun, RunHeader, StoredContent, SuppliedHeader } from '../../contract/storage';
import type { PackedRun } from '../../domain/run/packed';
import { storedSupplied, type WrittenSupplied, writtenSupplied } from './supplied-content';
import type { StorageWriting } from './writing';

interface Entries {
  runs: { header: RunHeader; value: PackedRun; added: KeptRun };
  supplied: { header: SuppliedHeader; value: StoredContent; added: KeptSupplied };
}

export type EntryKind = keyof Entries;
export type Entry<Kind extends EntryKind> = Entries[Kind];

export const ENTRY_STORES = {
  runs: { values: 'runs', headers: 'runHeaders' },
  supplied: { values: 'brought', headers: 'broughtHeaders' },
} as const;

/** What is written down, as it is read. */
export const READ: { readonly [Kind in EntryKind]: (written: never) => Entry<Kind>['value'] } = {
  runs: (written: PackedRun) => written,
  supplied: (written: WrittenSupplied) => storedSupplied(written),
};

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
      () => tx.objectStore(values).put('run' in entry ? entry.run : writtenSupplied(entry.content), keyOf(entry)),
      () => tx.objectStore(headers).put(entry.header, keyOf(entry)),
    ];
  });
