import type { DatabaseDefinition, Upgrade } from '../indexed-db/versioned';

/**
 * The database of documents through all its versions: the first entry makes version 1 of nothing, the second version 2 of
 * version 1, and so on. An entry that was released is never changed. Whoever adds one makes a dump of the version before
 * (`test/stored/README.md`), which must open in every later version.
 */
export const DOCUMENTS: DatabaseDefinition = {
  name: 'hitrate',
  what: 'documents',
  migrations: [
    {
      creates: [
        { name: 'collections', keyPath: 'id' },
        { name: 'docs' },
        { name: 'questions' },
        { name: 'artifacts' },
        { name: 'rows', indexes: ['namespace'] },
        { name: 'results' },
        { name: 'resultHeaders' },
        { name: 'settings' },
      ],
    },
    { creates: [{ name: 'runs' }, { name: 'runHeaders' }], change: (upgrade) => versionResults(upgrade, 1) },
    { creates: [{ name: 'brought' }, { name: 'broughtHeaders' }] },
    { creates: [{ name: 'acts' }], change: (upgrade) => versionResults(upgrade, 2) },
    // From here on a result says itself in which form it is.
    { change: (upgrade) => versionResults(upgrade, 3) },
  ],
};

/** Results that do not say in which form they are (`RESULT_VERSION`) are in the form that was written until now. */
async function versionResults(upgrade: Upgrade, version: number): Promise<void> {
  for (const name of ['resultHeaders', 'results']) {
    let cursor = await upgrade.objectStore(name).openCursor();
    while (cursor) {
      const result = cursor.value as { readonly version?: number };
      if (result.version === undefined) await cursor.update({ ...result, version });
      cursor = await cursor.continue();
    }
  }
}
