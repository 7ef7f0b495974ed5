import { expect, it } from 'vitest';
import type { Json } from '../../../../src/base/types';
import { originChanges } from '../../../../src/domain/run-comparison/run-origin';
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
