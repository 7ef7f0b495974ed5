import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { unzipSync } from 'fflate';
import { DOCUMENTS } from '../../../../src/adapters/storage/schema';
import { WORKSPACE_STORES } from '../../../../src/adapters/workspace/contents';
import {
  dumpOf,
  emptyProfile,
  HOSTILE,
  type MadeWorkspace,
  madeWorkspace,
  open,
  read,
  saved,
  SETTINGS,
} from './made-workspace';
import { quiet } from '../../workbench/workshop';

/** What is compared has ids of 20,000 characters: a difference of them is not to be shown. */
function expectSame(a: unknown, b: unknown, what: string): void {
  expect(isDeepStrictEqual(a, b), what).toBe(true);
}

const entriesOf = async (file: Blob) => unzipSync(new Uint8Array(await file.arrayBuffer()));

/** Without the manifest, which says when it was made. */
async function contentOf(file: Blob) {
  const { 'manifest.json': manifest, ...contents } = await entriesOf(file);
  return { manifest: JSON.parse(new TextDecoder().decode(manifest)) as Record<string, unknown>, contents };
}

/** Opened in another profile, with nothing in it. */
async function elsewhere(file: Blob) {
  const other = await emptyProfile();
  const report = await read(other.bench, file);
  return { ...other, report, ...(await open(other.bench)) };
}

let made: MadeWorkspace;

beforeAll(async () => {
  made = await madeWorkspace();
});

describe('a workspace file', () => {
  it('says of each store of the database what becomes of it', () => {
    const stores = DOCUMENTS.migrations.flatMap(({ creates = [] }) => creates.map(({ name }) => name));
    expect(Object.keys(WORKSPACE_STORES).sort()).toEqual(stores.sort());
  });

  it.each([false, true])('comes back byte for byte from an empty profile (vectors: %s)', async (vectors) => {
    const file = await saved(made, vectors);
    const { report, record, settings, ...other } = await elsewhere(file);
    expect(report).toMatchObject({ name: made.collection.name, problems: [], lost: [], written: { app: 'test' } });
    expect(report.holds).toEqual({ docs: 40, queries: 12, judgments: 14, results: 2, runs: 1, vectors });
    expect(settings).toEqual(SETTINGS);
    expect(record).toMatchObject({ name: made.collection.name, origin: 'import' });
    expect(record.id).not.toBe(made.collection.id);

    const again = await contentOf(await saved({ bench: other.bench, collection: record }, vectors));
    const first = await contentOf(file);
    expect(Object.keys(again.contents)).toEqual(Object.keys(first.contents));
    for (const [path, bytes] of Object.entries(first.contents)) expectSame(again.contents[path], bytes, path);
    expect({ ...again.manifest, created: null }).toEqual({ ...first.manifest, created: null });

    const [before, after] = [
      await dumpOf(made.workshop.database, made.collection.id),
      await dumpOf(other.workshop.database, record.id),
    ];
    const whole = 'docs questions acts runs runHeaders brought broughtHeaders results resultHeaders';
    for (const store of whole.split(' ')) expectSame(after[store], before[store], store);
    expectSame(after['rows'], vectors ? before['rows'] : [], 'rows');
    const isKept = ({ value }: { value: unknown }) =>
      !(typeof value === 'object' && value !== null && 'index' in value) && (vectors || value !== true);
    expectSame(after['artifacts'], (before['artifacts'] as { value: unknown }[]).filter(isKept), 'artifacts');
  });

  it('shows the same findings, lists, causes and notes where it is opened', async () => {
    // Causes name what a model did not read, which is known with its vectors.
    const { bench, record } = await elsewhere(await saved(made, true));
    const there = { bench, id: record.id };
    const here = { bench: made.bench, id: made.collection.id };
    /** What is read in both places, which must be the same. */
    const alike = async <T>(what: string, reading: (of: typeof here) => Promise<T>): Promise<T> => {
      const found = await reading(there);
      expectSame(found, await reading(here), what);
      return found;
    };
    const keys = await alike('results', async ({ bench, id }) => (await bench.runs.results(id)).map(({ key }) => key));
    await alike('notes', ({ bench, id }) => bench.runs.notes(id));
    await alike('annotations', ({ bench, id }) => bench.questions.annotations(id));
    await alike('judges', ({ bench, id }) => bench.questions.judges(id));
    await alike('blind', ({ bench, id }) => bench.blind.all(id));
    const lists = await alike('blind lists', ({ bench, id }) => bench.blind.lists(id, 'c'));
    expect(lists.map(({ doneAt }) => doneAt)).toEqual([9, null]);
    // Weights are replayed from what lists were drawn by: to the last digit.
    expect(await alike('drawn lists', ({ bench, id }) => bench.blind.lists(id, 'w'))).toHaveLength(1);
    for (const key of keys) {
      const resultOf = async ({ bench, id }: typeof here) => (await bench.runs.result(id, key))!;
      const { systems } = await alike('result', async (of) => ({ ...(await resultOf(of)), collection: '' }));
      for (const { id: system } of systems) {
        await alike(`rankings of ${system}`, async (of) => of.bench.inspect.rankings(await resultOf(of), system));
        await alike(`causes of ${system}`, async (of) =>
          of.bench.inspect.diagnosis(await resultOf(of), system, 3, quiet),
        );
      }
      if (systems.length < 2) continue;
      const options = { measure: 'nDCG@5', margin: 0.02, baseline: null } as never;
      await alike('verdict', async (of) => of.bench.inspect.verdict(await resultOf(of), options));
    }
  });

  it('gets a number where its name is taken, and overwrites nothing', async () => {
    const file = await saved(made);
    const before = await dumpOf(made.workshop.database, made.collection.id);
    for (const name of ['made <b>up</b> (2)', 'made <b>up</b> (3)']) {
      await read(made.bench, file);
      expect((await open(made.bench)).record.name).toBe(name);
    }
    expectSame(await dumpOf(made.workshop.database, made.collection.id), before, 'the first');
    expect((await made.bench.collections.list()).length).toBe(3);
  });

  it('keeps hostile texts as they are, and paths of its own', async () => {
    const file = await saved(made);
    const [first, ...paths] = Object.keys(await entriesOf(file));
    expect(first).toBe('manifest.json');
    expect(paths).toEqual([...paths].sort());
    expect(paths.filter((path) => !/^[a-z0-9/.-]+$/.test(path) || path.includes('..'))).toEqual([]);
    const { bench, record } = await elsewhere(file);
    const docs = await bench.collections.docs(record.id);
    const ids = docs.slice(0, HOSTILE.length).map(({ id }) => id);
    expectSame(ids, HOSTILE, 'ids');
    expect(Object.keys(docs[4]!.metadata!)).toEqual(['__proto__', '$uint32', 'count']);
  });

  it('reports its progress to the end', async () => {
    const saving: { done: number; total: number }[] = [];
    const file = await made.bench.workspaces.save(made.collection.id, {
      vectors: true,
      settings: {},
      ...quiet,
      progress: (step) => saving.push(step),
    });
    expect(saving.at(-1)!.done).toBe(saving.at(-1)!.total);
    const reading: { bytesRead: number; bytesTotal: number }[] = [];
    await made.bench.workspaces.read({ path: 'a.hitrate', file }, { ...quiet, progress: (step) => reading.push(step) });
    expect(reading.at(-1)!.bytesRead).toBe(reading.at(-1)!.bytesTotal);
    expect(reading.every(({ bytesRead }, i) => bytesRead >= (reading[i - 1]?.bytesRead ?? 0))).toBe(true);
  });
});
