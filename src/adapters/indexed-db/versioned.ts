import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { type DatabaseName, type ExpectedProblem, HitrateError } from '../../contract/errors';
import { abort, isNamed } from './atomically';

interface NewStore {
  readonly name: string;
  readonly keyPath?: string;
  readonly autoIncrement?: boolean;
  readonly indexes?: readonly string[];
}

export type Upgrade = IDBPTransaction<unknown, string[], 'versionchange'>;

export interface DatabaseDefinition {
  readonly name: string;
  readonly what: DatabaseName;
  /** `change` awaits nothing but requests of the transaction, and deletes nothing that a person made. */
  readonly migrations: readonly {
    readonly creates?: readonly NewStore[];
    readonly change?: (upgrade: Upgrade) => Promise<void>;
  }[];
}

export type OnBlocked = (problem: ExpectedProblem) => void;

/**
 * @param onBlocked the opening continues by itself when the other connection is closed
 * @throws {HitrateError} `storage-newer` for a later version, `storage-damaged` where stores are missing or a migration
 * failed, `storage-unavailable` where the browser refuses; what is kept stays as it is
 */
export async function openVersioned<Schema extends DBSchema>(
  definition: DatabaseDefinition,
  name = definition.name,
  onBlocked?: OnBlocked,
): Promise<IDBPDatabase<Schema>> {
  const { what: database, migrations } = definition;
  const version = migrations.length;
  const opened = await connect(definition, name, onBlocked).catch(async (cause: unknown) => {
    if (cause instanceof HitrateError) throw cause;
    if (!isNamed(cause, 'VersionError'))
      throw new HitrateError('storage-unavailable', { database, doing: 'opening' }, { cause });
    throw new HitrateError('storage-newer', { database, found: await versionOf(name), known: version });
  });
  const missing = missingStores(definition, version, opened);
  if (missing.length === 0) return opened as IDBPDatabase<Schema>;
  opened.close();
  throw new HitrateError('storage-damaged', { database, version, missing });
}

async function connect(definition: DatabaseDefinition, name: string, onBlocked: OnBlocked | undefined) {
  const { what: database, migrations } = definition;
  let failure: HitrateError | null = null;
  try {
    return await openDB<unknown>(name, migrations.length, {
      upgrade: (_db, from, _to, upgrade) => {
        migrate(definition, from, upgrade).catch((error: unknown) => {
          failure = error instanceof HitrateError ? error : notMigrated(database, from, migrations.length, error);
          abort(upgrade);
        });
      },
      blocked: () => onBlocked?.({ code: 'storage-in-use', data: { database } }),
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    });
  } catch (cause) {
    // A transaction that was aborted says no more than that.
    throw failure ?? cause;
  }
}

function notMigrated(database: DatabaseName, from: number, to: number, cause: unknown): HitrateError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new HitrateError('storage-not-migrated', { database, from, to, reason }, { cause });
}

async function migrate(definition: DatabaseDefinition, from: number, upgrade: Upgrade): Promise<void> {
  // Kept from being an error that nobody catches: the request says the same.
  upgrade.done.catch(() => undefined);
  const missing = missingStores(definition, from, upgrade);
  if (missing.length > 0)
    throw new HitrateError('storage-damaged', { database: definition.what, version: from, missing });
  for (const { creates = [], change } of definition.migrations.slice(from)) {
    for (const store of creates) createStore(upgrade, store);
    await change?.(upgrade);
  }
}

function createStore({ db }: Upgrade, { name, indexes = [], ...options }: NewStore): void {
  const store = (db as IDBPDatabase).createObjectStore(name, options);
  for (const index of indexes) store.createIndex(index, index);
}

function missingStores(
  { migrations }: DatabaseDefinition,
  version: number,
  { objectStoreNames }: { readonly objectStoreNames: DOMStringList },
): string[] {
  const expected = migrations.slice(0, version).flatMap(({ creates = [] }) => creates.map(({ name }) => name));
  return expected.filter((name) => !objectStoreNames.contains(name));
}

async function versionOf(name: string): Promise<number> {
  const db = await openDB(name);
  const { version } = db;
  db.close();
  return version;
}
