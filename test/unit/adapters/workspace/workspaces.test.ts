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

/** What is compared has ids of 100,000 characters: a difference of them is not to be shown. */
function expectSame(a: unknown, b: unknown, what: string): void {
  expect(isDeepStrictEqual(a, b), what).toBe(true);
}

const entriesOf = async (file: Blob) => unzipSync(new Uint8Array(await file.arrayBuffer()));

/** Without the manifest, which says when it was made. */
async function contentOf(file: Blob) {
  const { 'manifest.json': manifest, ...contents } = await entriesOf(file);
  return { manifest: JSON.parse(new TextDecoder().decode(manifest)) as Record<string, unknown>, contents };
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
    const other = await emptyProfile();
    const report = await read(other.bench, file);
    expect(report).toMatchObject({ name: made.collection.name, problems: [], lost: [], written: { app: 'test' } });
    expect(report.holds).toEqual({ docs: 40, queries: 12, judgments: 14, results: 2, runs: 1, vectors });
    const { record, settings } = await open(other.bench);
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
    for (const store of [
      'docs',
      'questions',
      'acts',
      'runs',
      'runHeaders',
      'brought',
      'broughtHeaders',
      'results',
      'resultHeaders',
    ])
      expectSame(after[store], before[store], store);
    expectSame(after['rows'], vectors ? before['rows'] : [], 'rows');
    const isKept = ({ value }: { value: unknown }) =>
      !(typeof value === 'object' && value !== null && 'index' in value) && (vectors || value !== true);
    expectSame(after['artifacts'], (before['artifacts'] as { value: unknown }[]).filter(isKept), 'artifacts');
  });

  it('is the same file for the same collection at the same time', async () => {
    const bytes = await Promise.all(
      [saved(made), saved(made)].map(async (file) => new Uint8Array(await (await file).arrayBuffer())),
    );
    // The time alone may differ.
    expect(bytes[0]!.length).toBe(bytes[1]!.length);
    const paths = Object.keys(await entriesOf(await saved(made)));
    expect(paths[0]).toBe('manifest.json');
    expect(paths.slice(1)).toEqual(paths.slice(1).sort());
  });

  it('shows the same findings, lists, causes and notes where it is opened', async () => {
    const other = await emptyProfile();
    // Causes name what a model did not read, which is known with its vectors.
    await read(other.bench, await saved(made, true));
    const { record } = await open(other.bench);
    const [headers, there] = await Promise.all([
      made.bench.runs.results(made.collection.id),
      other.bench.runs.results(record.id),
    ]);
    expect(there.map(({ key }) => key)).toEqual(headers.map(({ key }) => key));
    expectSame(await other.bench.runs.notes(record.id), await made.bench.runs.notes(made.collection.id), 'notes');
    expectSame(
      await other.bench.questions.annotations(record.id),
      await made.bench.questions.annotations(made.collection.id),
      'annotations',
    );
    expectSame(await other.bench.blind.all(record.id), await made.bench.blind.all(made.collection.id), 'blind');
    const lists = await other.bench.blind.lists(record.id, 'c');
    expect(lists.map(({ doneAt }) => doneAt)).toEqual([9, null]);
    expectSame(lists, await made.bench.blind.lists(made.collection.id, 'c'), 'blind lists');
    // Weights are replayed from what lists were drawn by: to the last digit.
    const drawn = await other.bench.blind.lists(record.id, 'w');
    expect(drawn).toHaveLength(1);
    expectSame(drawn, await made.bench.blind.lists(made.collection.id, 'w'), 'drawn lists');
    expectSame(
      await other.bench.questions.judges(record.id),
      await made.bench.questions.judges(made.collection.id),
      'judges',
    );
    for (const { key } of headers) {
      const [a, b] = [
        (await made.bench.runs.result(made.collection.id, key))!,
        (await other.bench.runs.result(record.id, key))!,
      ];
      expectSame({ ...b, collection: a.collection }, a, 'result');
      for (const { id } of a.systems) {
        expectSame(
          await other.bench.inspect.rankings(b, id),
          await made.bench.inspect.rankings(a, id),
          `rankings of ${id}`,
        );
        expectSame(
          await other.bench.inspect.diagnosis(b, id, 3, quiet),
          await made.bench.inspect.diagnosis(a, id, 3, quiet),
          `causes of ${id}`,
        );
      }
      if (a.systems.length < 2) continue;
      const options = { measure: 'nDCG@5', margin: 0.02, baseline: null } as never;
      expectSame(
        await other.bench.inspect.verdict(b, options),
        await made.bench.inspect.verdict(a, options),
        'verdict',
      );
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
    expect(
      Object.keys(await entriesOf(file)).filter((path) => !/^[a-z0-9/.-]+$/.test(path) || path.includes('..')),
    ).toEqual([]);
    const other = await emptyProfile();
    await read(other.bench, file);
    const { record } = await open(other.bench);
    const docs = await other.bench.collections.docs(record.id);
    expectSame(
      docs.slice(0, HOSTILE.length).map(({ id }) => id),
      HOSTILE,
      'ids',
    );
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
