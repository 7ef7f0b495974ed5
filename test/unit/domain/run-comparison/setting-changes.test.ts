import { expect, it } from 'vitest';
import { settingChanges } from '../../../../src/domain/run-comparison/setting-changes';
import { experiment } from '../../workbench/workshop';

const spec = experiment({ systems: ['bm25', 'embedding', 'ensemble'] });
const withK1 = (k1: number, ids = ['bm25', 'ensemble']) => ({
  ...spec,
  systems: spec.systems.map((system) => ({
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
  const changes = settingChanges(withK1(1.2), { ...after, depth: spec.depth + 1 });
  expect(changes).toContainEqual({ systems: ['bm25'], setting: ['k1'], before: 1.2, after: 3 });
  expect(changes).toContainEqual({ systems: [], setting: ['depth'], before: spec.depth, after: spec.depth + 1 });
  expect(changes).toHaveLength(2);
});

it('names systems that only one experiment has', () => {
  const [bm25, ...others] = spec.systems;
  expect(settingChanges({ ...spec, systems: [bm25!] }, spec)).toEqual([
    { systems: others.map(({ id }) => id), setting: [], after: true },
  ]);
  expect(settingChanges(spec, { ...spec, systems: [bm25!] })).toEqual([
    { systems: others.map(({ id }) => id), setting: [], before: true },
  ]);
});
