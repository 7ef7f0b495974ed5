import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/base/types';
import { jsonChanges, originChanges, settingChanges } from '../../../../src/domain/run-comparison/run-origin';
import { experiment } from '../../workbench/workshop';

const manifest = (changes: Readonly<Record<string, Json>> = {}): Json => ({
  versions: { hitrate: '1', minisearch: '7' },
  collection: { corpusHash: 'c', metadataHash: 'm' },
  passages: [{ chunker: { kind: 'recursive' }, hash: 'p' }],
  models: [{ id: 'e', revision: '1' }],
  devices: { e: { model: 'e', device: 'wasm', threads: 4, milliseconds: 12 } },
  ...changes,
});
const spec = experiment();
const changed = (before: Json, after: Json) =>
  originChanges({ experiment: spec, manifest: before }, { experiment: spec, manifest: after });

const nothing = {
  settings: [],
  documentsChanged: false,
  metadataChanged: false,
  rechunked: [],
  models: [],
  devices: [],
  versions: [],
};

it('says what two runs were made with that is not the same', () => {
  expect(changed(manifest(), manifest())).toEqual(nothing);
  const after = manifest({
    versions: { hitrate: '2', minisearch: '7' },
    collection: { corpusHash: 'd' },
    passages: [{ chunker: { kind: 'recursive' }, hash: 'q' }],
    models: [
      { id: 'e', revision: '2' },
      { id: 'r', revision: '1' },
    ],
    devices: { e: { model: 'e', device: 'webgpu', threads: 1, milliseconds: 99 }, r: { device: 'wasm', threads: 4 } },
  });
  expect(changed(manifest(), after)).toEqual({
    settings: [],
    documentsChanged: true,
    metadataChanged: true,
    rechunked: [{ kind: 'recursive' }],
    models: [
      { path: ['e', 'revision'], before: '1', after: '2' },
      { path: ['r'], after: { id: 'r', revision: '1' } },
    ],
    devices: [
      { path: ['e', 'device'], before: 'wasm', after: 'webgpu' },
      { path: ['e', 'threads'], before: 4, after: 1 },
    ],
    versions: [{ path: ['hitrate'], before: '1', after: '2' }],
  });
});

it('does not know of documents what a manifest does not say', () => {
  expect(changed({}, manifest()).documentsChanged).toBeNull();
  expect(changed('no manifest', manifest()).documentsChanged).toBeNull();
});

it('names settings by the id of their system', () => {
  const { settings } = originChanges(
    { experiment: spec, manifest: {} },
    { experiment: { ...spec, depth: 7, systems: spec.systems.slice(1) }, manifest: {} },
  );
  expect(settings.map(({ systems, setting }) => [...systems, ...setting])).toEqual([[spec.systems[0]!.id], ['depth']]);
});

const three = experiment({ systems: ['bm25', 'embedding', 'ensemble'] });
const withK1 = (k1: number, ids = ['bm25', 'ensemble']) => ({
  ...three,
  systems: three.systems.map((system) => ({
    ...system,
    retrievers: system.retrievers.map((retriever) =>
      ids.includes(system.id) && retriever.kind === 'minisearch' ? { ...retriever, k1 } : retriever,
    ),
  })),
});

it('says once what changed alike in several systems, wherever the retriever stands', () => {
  expect(settingChanges(withK1(1.2), withK1(3))).toEqual([
    { systems: ['bm25', 'ensemble'], setting: ['k1'], before: 1.2, after: 3 },
  ]);
});

it('keeps apart what changed otherwise', () => {
  const after = withK1(3, ['bm25']);
  const changes = settingChanges(withK1(1.2), { ...after, depth: three.depth + 1 });
  expect(changes).toContainEqual({ systems: ['bm25'], setting: ['k1'], before: 1.2, after: 3 });
  expect(changes).toContainEqual({ systems: [], setting: ['depth'], before: three.depth, after: three.depth + 1 });
  expect(changes).toHaveLength(2);
});

it('names systems that only one experiment has', () => {
  const [bm25, ...others] = three.systems;
  expect(settingChanges({ ...three, systems: [bm25!] }, three)).toEqual([
    { systems: others.map(({ id }) => id), setting: [], after: true },
  ]);
  expect(settingChanges(three, { ...three, systems: [bm25!] })).toEqual([
    { systems: others.map(({ id }) => id), setting: [], before: true },
  ]);
});

describe('what changed in JSON', () => {
  it('is named by its path, with both values', () => {
    const before = { depth: 100, gone: null, systems: [{ id: 'a', fusion: { constant: 60 } }, { id: 'b' }] };
    const after = { depth: 50, systems: [{ id: 'c' }, { id: 'a', fusion: { constant: 10, fresh: true } }] };
    expect(jsonChanges(before, after)).toEqual([
      { path: ['depth'], before: 100, after: 50 },
      { path: ['gone'], before: null },
      { path: ['systems', 'a', 'fusion', 'constant'], before: 60, after: 10 },
      { path: ['systems', 'a', 'fusion', 'fresh'], after: true },
      { path: ['systems', 'b'], before: { id: 'b' } },
      { path: ['systems', 'c'], after: { id: 'c' } },
    ]);
  });

  it('is nothing where only the order of fields and of items with an id changed', () => {
    expect(jsonChanges([{ id: 'a', x: 1 }, { id: 'b' }], [{ id: 'b' }, { x: 1, id: 'a' }])).toEqual([]);
  });

  it('takes other objects in lists by their position, and lists of plain values whole', () => {
    expect(jsonChanges([{ kind: 'x' }], [{ kind: 'y' }, { kind: 'z' }])).toEqual([
      { path: ['1', 'kind'], before: 'x', after: 'y' },
      { path: ['2'], after: { kind: 'z' } },
    ]);
    expect(jsonChanges({ ks: [1, 5] }, { ks: [1, 10] })).toEqual([{ path: ['ks'], before: [1, 5], after: [1, 10] }]);
    expect(jsonChanges([], [{ id: 'a' }])).toEqual([{ path: ['a'], after: { id: 'a' } }]);
  });

  it('is the whole value where its kind changed', () => {
    expect(jsonChanges({ a: [1] }, { a: { b: 1 } })).toEqual([{ path: ['a'], before: [1], after: { b: 1 } }]);
    // Two items of one id cannot be told apart by it.
    const twice = [{ id: 'a' }, { id: 'a' }];
    expect(jsonChanges(twice, [{ id: 'a' }])).toEqual([{ path: [], before: twice, after: [{ id: 'a' }] }]);
  });
});
