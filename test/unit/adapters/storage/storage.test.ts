import { openDB } from 'idb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../../src/adapters/storage/schema';
import { createStorage } from '../../../../src/adapters/storage/storage';
import type { StoredVectors } from '../../../../src/contract/storage';
import { docId, queryId } from '../../../../src/base/types';
import { madeUp } from '../../workbench/workshop';
import { act as actOf } from '../../domain/judging/make';
import { recordOf as record } from './make';
import { storage } from './opened';

const block = (keys: string[], value: number) => ({
  keys,
  width: 2,
  values: new Float32Array(keys.length * 2).fill(value),
});

async function readAll(collection: string, namespace: string) {
  const blocks = [];
  for await (const each of storage.rows.read(collection, namespace)) blocks.push(each);
  return blocks;
}

describe('collections', () => {
  it('come back whole and in order, across the parts they are kept in', async () => {
    const dataset = madeUp(2500, 10);
    await storage.collections.add(record('a'), dataset);
    expect(await storage.collections.docs('a')).toEqual(dataset.docs);
    expect(await storage.questions.get('a')).toEqual({ queries: dataset.queries, judgments: dataset.judgments });
  });

  it('are written and read part by part, one request after the other, so that a large one does not hold the page', async () => {
    const inFlight: number[] = [];
    let open = 0;
    const { put, get } = IDBObjectStore.prototype;
    const counted = <Input extends unknown[]>(request: (this: IDBObjectStore, ...input: Input) => IDBRequest) =>
      function (this: IDBObjectStore, ...input: Input): IDBRequest {
        const asked = request.apply(this, input);
        if (this.name !== 'docs') return asked;
        inFlight.push(++open);
        asked.addEventListener('success', () => open--);
        return asked;
      };
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(counted(put));
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(counted(get));
    const dataset = madeUp(3500, 10);
    await storage.collections.add(record('a'), dataset);
    expect(await storage.collections.docs('a')).toEqual(dataset.docs);
    vi.restoreAllMocks();
    // Four parts are written, then read.
    expect(inFlight).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  });

  it('take with them, when deleted, everything computed from them and nothing else', async () => {
    for (const id of ['a', 'ab']) {
      await storage.collections.add(record(id), madeUp(3, 3));
      await storage.artifacts.put(id, 'index', { some: id });
      await storage.rows.add(id, 'space', block(['x', 'y'], 1));
    }
    await storage.collections.remove('a');
    expect((await storage.collections.list()).map(({ id }) => id)).toEqual(['ab']);
    expect(await storage.collections.docs('a')).toEqual([]);
    expect(await storage.artifacts.get('a', 'index')).toBeNull();
    expect(await storage.rows.count('a', 'space')).toBe(0);
    expect(await storage.artifacts.get('ab', 'index')).toEqual({ some: 'ab' });
    expect(await storage.rows.count('ab', 'space')).toBe(2);
    expect(await storage.collections.docs('ab')).toHaveLength(3);
  });

  it('are not half-written when the disk is full', async () => {
    const full = new DOMException('no room', 'QuotaExceededError');
    const original = IDBObjectStore.prototype.put;
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
      if (this.name === 'questions') throw full;
      return original.apply(this, args);
    });
    await expect(storage.collections.add(record('a'), madeUp(3, 3))).rejects.toMatchObject({ code: 'storage-full' });
    put.mockRestore();
    expect(await storage.collections.list()).toEqual([]);
    expect(await storage.collections.docs('a')).toEqual([]);
  });
});

const run = {
  queries: [queryId('q1')],
  docs: [docId('d')],
  rankings: { offsets: Uint32Array.of(0, 1), docs: Uint32Array.of(0), scores: Float64Array.of(0.1 + 0.2) },
};
const header = (system: string, addedAt: number) =>
  ({ collection: 'a', system, file: 'f', format: 'trec-run', addedAt, hash: 'h', queries: 1, hits: 1 }) as const;

const common = { collection: 'a', files: ['f'], hash: 'h', questions: 1 } as const;
const rewrites = {
  header: { ...common, name: 'second', kind: 'rewrites', texts: 1, addedAt: 2 },
  content: { kind: 'rewrites', entries: [{ question: 'q1', texts: ['which?'] }] },
} as const;
const vectors = {
  header: { ...common, name: 'first', kind: 'vectors', passages: 1, dimensions: 2, addedAt: 1 },
  content: {
    kind: 'vectors',
    dimensions: 2,
    docs: [docId('d')],
    passages: Float32Array.of(0.1, 1e-40),
    queries: [queryId('q1')],
    textKeys: ['k'],
    questions: Float32Array.of(-0, 3),
  },
} as const;

const act = (doc: string, grade: number | null) => actOf('q0', doc, grade, { span: { start: 1, end: 4 } });

const added = {
  artifacts: { add: () => storage.artifacts.put('a', 'index', {}), kept: () => storage.artifacts.get('a', 'index') },
  rows: { add: () => storage.rows.add('a', 'space', block(['x'], 1)), kept: () => readAll('a', 'space') },
  runs: { add: () => storage.runs.add('a', [{ header: header('one', 1), run }]), kept: () => storage.runs.list('a') },
  'their lists': {
    add: () => storage.runs.add('a', [{ header: header('one', 1), run }]),
    kept: () => storage.runs.get('a', 'one'),
  },
  rewrites: { add: () => storage.supplied.add('a', [rewrites]), kept: () => storage.supplied.list('a') },
  'their texts': { add: () => storage.supplied.add('a', [rewrites]), kept: () => storage.supplied.get('a', 'second') },
  acts: { add: () => storage.questions.addActs('a', [act('d0', 1)]), kept: () => storage.questions.acts('a') },
  annotations: {
    add: () => storage.annotations.change('a', { kind: 'save-set', set: { name: 's', filter: 'f' } }),
    kept: () => storage.annotations.get('a'),
  },
};

describe.each(Object.entries(added))('%s of a collection', (_name, { add, kept }) => {
  it('are refused where it is gone, since they could never be deleted, and go with it', async () => {
    const none = await kept();
    await expect(add()).rejects.toMatchObject({ code: 'collection-missing' });
    await storage.collections.add(record('a'), madeUp(3, 3));
    await add();
    expect(await kept()).not.toEqual(none);
    await storage.collections.remove('a');
    expect(await kept()).toEqual(none);
    await expect(add()).rejects.toMatchObject({ code: 'collection-missing' });
    expect(await kept()).toEqual(none);
  });
});

it('a collection that was deleted meanwhile is not changed', async () => {
  await storage.collections.add(record('a'), madeUp(3, 3));
  await storage.collections.remove('a');
  const gone = { code: 'collection-missing' };
  await expect(storage.collections.rename('a', 'b')).rejects.toMatchObject(gone);
  await expect(storage.questions.save('a', 0, { queries: [], judgments: [] }, {})).rejects.toMatchObject(gone);
  expect(await storage.collections.list()).toEqual([]);
});

it('questions edited in two tabs are saved by the first; the second is told, and overwrites nothing', async () => {
  const { queries, judgments } = madeUp(3, 3);
  await storage.collections.add(record('a'), madeUp(3, 3));
  const fewer = { queries: queries.slice(1), judgments: judgments.slice(1) };
  const saved = await storage.questions.save('a', 0, fewer, { queries: 2 });
  expect(saved).toEqual({ ...record('a'), revision: 1, counts: { ...record('a').counts, queries: 2 } });
  await expect(storage.questions.save('a', 0, { queries, judgments }, {})).rejects.toMatchObject({
    code: 'changed-elsewhere',
  });
  expect(await storage.collections.get('a')).toEqual(saved);
  expect((await storage.questions.get('a')).queries).toHaveLength(2);
});

describe('rows', () => {
  beforeEach(async () => {
    for (const id of ['a', 'b']) await storage.collections.add(record(id), madeUp(1, 1));
  });

  it('of the own collection are read first, then those of others', async () => {
    await storage.rows.add('a', 'space', block(['x'], 1));
    await storage.rows.add('b', 'space', block(['y'], 2));
    await storage.rows.add('b', 'elsewhere', block(['z'], 3));
    const read = await readAll('b', 'space');
    expect(read.map(({ keys, own }) => ({ keys, own }))).toEqual([
      { keys: ['y'], own: true },
      { keys: ['x'], own: false },
    ]);
  });

  it('are added behind those that are there', async () => {
    for (let i = 0; i < 12; i++) await storage.rows.add('a', 'space', block([`x${i}`], i));
    expect(await storage.rows.count('a', 'space')).toBe(12);
    expect((await readAll('a', 'space')).map(({ keys }) => keys[0])).toEqual(
      Array.from({ length: 12 }, (_, i) => `x${i}`),
    );
  });
});

it('runs made elsewhere come back digit for digit, oldest first', async () => {
  await storage.collections.add(record('a'), madeUp(3, 3));
  await storage.runs.add('a', [
    { header: header('second', 2), run },
    { header: header('first', 1), run },
  ]);
  expect((await storage.runs.list('a')).map(({ system }) => system)).toEqual(['first', 'second']);
  expect(await storage.runs.get('a', 'first')).toEqual(run);
  await storage.runs.remove('a', 'first');
  expect(await storage.runs.get('a', 'first')).toBeNull();
  expect(await storage.runs.list('a')).toHaveLength(1);
});

it('rewrites and vectors from files come back number for number, oldest first, and are removed one by one', async () => {
  await storage.collections.add(record('a'), madeUp(3, 3));
  await storage.supplied.add('a', [rewrites, vectors]);
  expect(await storage.supplied.list('a')).toEqual([vectors.header, rewrites.header]);
  const { readPassages, passageBytes, ...rest } = (await storage.supplied.get('a', 'first')) as StoredVectors;
  expect({ ...rest, passages: await readPassages() }).toEqual(vectors.content);
  expect(passageBytes).toBe(8);
  await storage.supplied.remove('a', 'first');
  expect(await storage.supplied.get('a', 'first')).toBeNull();
  expect(await storage.supplied.list('a')).toEqual([rewrites.header]);
});

it('acts of judging are kept in the order in which they were made, across calls, and told how many there are', async () => {
  await storage.collections.add(record('a'), madeUp(3, 3));
  await storage.collections.add(record('b'), madeUp(3, 3));
  expect(await storage.questions.addActs('a', [act('d2', 1), act('d1', 0)])).toBe(2);
  await storage.questions.addActs('b', [act('d0', 3)]);
  expect(await storage.questions.addActs('a', [act('d2', null)])).toBe(3);
  expect(await storage.questions.acts('a')).toEqual([act('d2', 1), act('d1', 0), act('d2', null)]);
});

it('documents that are replaced take the place of all that were there, with their questions, in the next revision alone', async () => {
  await storage.collections.add(record('a'), madeUp(2500, 3));
  const smaller = madeUp(2, 1);
  const { summary, counts } = record('a');
  const documents = { summary, counts: { ...counts, docs: 2 }, corpusKey: 'other' };
  const replaced = await storage.collections.replaceDocs('a', 0, documents, smaller);
  expect(replaced).toEqual({ ...record('a'), ...documents, revision: 1 });
  expect(await storage.collections.docs('a')).toEqual(smaller.docs);
  expect((await storage.questions.get('a')).queries).toEqual(smaller.queries);
  await expect(storage.collections.replaceDocs('a', 6, documents, madeUp(3, 3))).rejects.toMatchObject({
    code: 'changed-elsewhere',
  });
  expect(await storage.collections.docs('a')).toEqual(smaller.docs);
});

/** Databases as the versions before kept them, through raw IndexedDB. */
async function older(version: 1 | 2): Promise<string> {
  const name = `old-${version}`;
  const old = await openDB(name, version, {
    upgrade(first) {
      first.createObjectStore('collections', { keyPath: 'id' });
      for (const store of ['docs', 'questions', 'artifacts', 'results', 'resultHeaders', 'settings'])
        first.createObjectStore(store);
      if (version === 2) for (const store of ['runs', 'runHeaders']) first.createObjectStore(store);
      first.createObjectStore('rows').createIndex('namespace', 'namespace');
    },
  });
  await old.put('collections', record('a'));
  const header = { collection: 'a', key: 'k', createdAt: 5, systemCount: 1, queryCount: 1, lists: 'depth' };
  await old.put('resultHeaders', header, ['a', 'k']);
  await old.put('results', oldResult(), ['a', 'k']);
  if (version === 2) await old.put('runHeaders', { system: 'other', addedAt: 1 }, ['a', 'other']);
  old.close();
  return name;
}

/** What results of every version have, and no more. */
const oldResult = () => ({
  collection: 'a',
  key: 'k',
  createdAt: 5,
  spec: { ks: [1], lists: 'depth' },
  queries: ['q0'],
  systems: [{ id: 'bm25', measures: { 'MRR@1': 0.5 }, perQuery: { 'MRR@1': Float64Array.of(0.5) }, timings: null }],
  manifest: {},
});

describe('a database of an older version', () => {
  it.each([1, 2] as const)('%i keeps all, and its results say that they are of another form', async (version) => {
    const now = createStorage(await openDatabase(await older(version)));
    expect(await now.collections.list()).toEqual([record('a')]);
    expect(await now.questions.acts('a')).toEqual([]);
    expect(await now.runs.list('a')).toHaveLength(version - 1);
    expect(await now.supplied.list('a')).toEqual([]);
    expect(await now.results.list('a')).toMatchObject([{ key: 'k', createdAt: 5, version }]);
    expect(await now.results.getOther('a', 'k')).toEqual({ ...oldResult(), version });
    // Nothing that expects the form of today is given one of another.
    expect(await now.results.get('a', 'k')).toBeNull();
    expect(await now.results.has('a', 'k')).toBe(false);
  });
});

it('a collection that is added does not replace one of the same id', async () => {
  await storage.collections.add(record('a'), madeUp(3, 3));
  const again = storage.collections.add({ ...record('a'), name: 'other' }, madeUp(1, 1));
  await expect(again).rejects.toMatchObject({ code: 'changed-elsewhere' });
  expect(await storage.collections.list()).toEqual([record('a')]);
  expect(await storage.collections.docs('a')).toHaveLength(3);
});
