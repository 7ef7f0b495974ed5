import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWorkbench } from '../../../../src/workbench/workbench';
import { keepCollection } from '../../../../src/workbench/collections/collections';
import type { ImportedCollection } from '../../../../src/domain/dataset/outcome';
import type { CollectionRecord, StoragePort } from '../../../../src/contract/storage';
import type { Ports } from '../../../../src/workbench/kernel/ports';
import { externalRun, madeUp, openWorkshop } from '../workshop';

/** Counts transactions that write, and throws from one on, as where a page is ended: what comes after does not happen. */
function endAfter(writes: number): void {
  let left = writes;
  const begin = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    stores,
    mode,
    options,
  ) {
    if (mode === 'readwrite' && left-- <= 0) throw new Error('the page was ended');
    return begin.call(this, stores, mode, options);
  });
}

afterEach(() => vi.restoreAllMocks());

let ports: Ports;
beforeEach(async () => ({ ports } = await openWorkshop()));

const imported = (): ImportedCollection => ({
  ok: true,
  kind: 'collection',
  dataset: madeUp(6, 3),
  summary: { name: 'made up', format: 'beir', files: [], splits: [], split: null, languages: [] },
  runs: [externalRun({ q0: ['d1', 'd2'] }, 'other')],
  supplied: [{ kind: 'rewrites', file: 'rewrites.json', entries: [{ question: 'q0', texts: ['another wording'] }] }],
  warnings: [],
});

it.each([0, 1, 2, 3])(
  'a collection with a run and rewrites beside it is there whole or not at all where the page ends after %i writes',
  async (writes) => {
    endAfter(writes);
    await keepCollection(ports, imported(), 'Kept', 'import').catch(() => undefined);
    vi.restoreAllMocks();
    for (const { id } of await ports.storage.collections.list()) {
      expect(await ports.storage.collections.docs(id)).toHaveLength(6);
      expect((await ports.storage.runs.list(id)).map(({ system }) => system)).toEqual(['other']);
      expect(await ports.storage.runs.get(id, 'other')).not.toBeNull();
      expect((await ports.storage.supplied.list(id)).map(({ name }) => name)).toEqual(['rewrites.json']);
    }
  },
);

/** Another tab that does something once, as soon as this tab has read by one of its methods. */
function betweenReads(
  storage: StoragePort,
  method: 'get' | 'docs',
  other: () => Promise<unknown>,
): { readonly storage: StoragePort; readonly done: () => Promise<void> } {
  let task: Promise<unknown> | null = null;
  const once = async (): Promise<void> => void (await (task ??= other()));
  const read = storage.collections[method] as (id: string) => Promise<never>;
  const interrupted = async (id: string): Promise<never> => {
    const value = await read(id);
    await once();
    return value;
  };
  return { storage: { ...storage, collections: { ...storage.collections, [method]: interrupted } }, done: once };
}

describe('a collection that two tabs change', () => {
  let kept: CollectionRecord;
  beforeEach(async () => (kept = await keepCollection(ports, imported(), 'First name', 'import')));

  it('has the name of one and the questions of the other, where these are saved while it is renamed', async () => {
    const { queries, judgments } = madeUp(6, 3);
    const other = createWorkbench(ports);
    await other.questions.read(kept.id);
    const { storage, done } = betweenReads(ports.storage, 'get', () =>
      other.questions.save(kept.id, { queries: queries.slice(1), judgments: judgments.slice(1) }),
    );
    const record = await createWorkbench({ ...ports, storage }).collections.rename(kept.id, 'Second name');
    await done();
    expect(record.name).toBe('Second name');
    const now = (await ports.storage.collections.get(kept.id))!;
    expect(now).toMatchObject({ name: 'Second name', revision: 1, counts: { queries: 2, judgments: 2 } });
  });

  it('has both, too, where it is renamed while questions are saved', async () => {
    const { queries, judgments } = madeUp(6, 3);
    const other = createWorkbench(ports);
    const { storage, done } = betweenReads(ports.storage, 'docs', () =>
      other.collections.rename(kept.id, 'Second name'),
    );
    const bench = createWorkbench({ ...ports, storage });
    await bench.questions.read(kept.id);
    const record = await bench.questions.save(kept.id, { queries: queries.slice(1), judgments: judgments.slice(1) });
    await done();
    expect(record).toMatchObject({ name: 'Second name', revision: 1 });
    expect(await ports.storage.collections.get(kept.id)).toEqual(record);
  });

  it('refuses what was edited of questions that are not the latest, whatever else of this tab has read these', async () => {
    const [bench, other] = [createWorkbench(ports), createWorkbench(ports)];
    const edited = await bench.questions.read(kept.id);
    const theirs = await other.questions.read(kept.id);
    await other.questions.save(kept.id, { ...theirs, queries: theirs.queries.slice(1), judgments: [] }, theirs);
    // As the list of collections, or an export does.
    const latest = await bench.questions.read(kept.id);
    const saving = bench.questions.save(kept.id, { ...edited, judgments: [] }, edited);
    await expect(saving).rejects.toMatchObject({ code: 'changed-elsewhere' });
    expect((await bench.questions.read(kept.id)).queries).toHaveLength(2);
    // What was saved may be edited further and saved again.
    await bench.questions.save(kept.id, { ...latest, queries: latest.queries.slice(1) }, latest);
    await bench.questions.save(kept.id, { ...latest, queries: [] }, latest);
    expect((await other.questions.read(kept.id)).queries).toEqual([]);
  });

  it('keeps the runs of both, where both add one of the same name at once', async () => {
    const other = createWorkbench(ports);
    const { runs: stored } = ports.storage;
    let first: Promise<unknown> | null = null;
    const storage: StoragePort = {
      ...ports.storage,
      runs: {
        ...stored,
        async list(id) {
          const present = await stored.list(id);
          await (first ??= other.runs.addExternal(id, [externalRun({ q1: ['d3'] }, 'same')]));
          return present;
        },
      },
    };
    const runs = await createWorkbench({ ...ports, storage }).runs.addExternal(kept.id, [
      externalRun({ q2: ['d4'] }, 'same'),
    ]);
    expect(runs).toHaveLength(3);
    expect(new Set(runs.map(({ system }) => system)).size).toBe(3);
  });
});
