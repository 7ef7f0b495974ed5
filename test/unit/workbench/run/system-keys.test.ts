import { describe, expect, it } from 'vitest';
import { DEFAULT_CHUNKER } from '../../../../src/domain/chunk/chunker-spec';
import type { ExperimentSpec, SystemSpec } from '../../../../src/domain/experiment/experiment';
import { contentKey } from '../../../../src/base/hash';
import type { Metadata } from '../../../../src/base/types';
import { createWorkbench } from '../../../../src/workbench/workbench';
import { bareSystem, DENSE, LIST_CHANGING_PARTS } from '../../system-parts';
import { experiment, keep, madeUp, openWorkshop } from '../workshop';

const metadata = (i: number): Metadata => ({ category: i % 2 === 0 ? 'a' : 'b', year: 1990 + i });
const made = madeUp(30, 12);
const dataset = { ...made, docs: made.docs.map((doc, i) => ({ ...doc, metadata: metadata(i) })) };

/** A system of each part alone, and some of several: with a model, joined, lifted and reranked, and cut into passages. */
const PARTS = { ...LIST_CHANGING_PARTS, rerank: { ...LIST_CHANGING_PARTS.rerank, revision: 'r1' } };
const { filter, learned, boost, rerank } = PARTS;
const two = [...bareSystem.retrievers, DENSE];
const SYSTEMS: Readonly<Record<string, Partial<SystemSpec>>> = {
  ...Object.fromEntries(Object.entries(PARTS).map(([part, value]) => [part, { [part]: value }])),
  vectors: { retrievers: [DENSE] },
  hybrid: { retrievers: two, fusion: { method: 'rrf', constant: 60, weights: [1, 1] } },
  all: { retrievers: two, filter, learned, boost, rerank, threshold: -100 },
  passages: { chunker: DEFAULT_CHUNKER, rerank },
};

const spec = (system: Partial<SystemSpec>, lists: ExperimentSpec['lists']): ExperimentSpec => ({
  ...experiment({ lists, ks: [5, 10], measures: [] }),
  systems: [{ ...bareSystem, ...system }],
});

/** Computed at commit 4de7c61, before a system's parts were kept in records: where lists end at the depth, and at k. */
const KEYS: Readonly<Record<string, readonly [depth: string, k: string]>> = {
  filter: ['4a24d294dd91ab9a', '99b9662d85d3e02f'],
  fusion: ['dad405a1b6491ad9', 'f1e49a14aca207f9'],
  crossFitted: ['843a38d70410f10a', '0738812fa757c75e'],
  learned: ['dd3dcf80cc62530b', '3bbd53dbe8057ce3'],
  boost: ['9550541579bf37bf', 'cb8566bf39054b13'],
  rerank: ['3ac6baa145b1af1b', '288537322b1d3137'],
  threshold: ['274822379c9858ec', '0b2af54a67723ad0'],
  vectors: ['5579b3276df05d0d', '357da394fd125262'],
  hybrid: ['d876ed07dbdf527f', 'e99f091e5bf8984a'],
  all: ['8bb1e42a8b526111', 'ba480a7df903953d'],
  passages: ['548b0b535f1da176', '8c78d668a5c367b1'],
};

/** Every key that a run asks the storage for, of results, artifacts and rows, as one hash. */
async function keysOf(experimentSpec: ExperimentSpec): Promise<string> {
  const workshop = await openWorkshop();
  const asked = new Set<string>();
  const watched = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (_, name) => {
        const value = target[name as keyof T];
        if (typeof value !== 'function') return watched(value as object);
        return (...args: unknown[]): unknown => {
          for (const arg of args) if (typeof arg === 'string' && /^[0-9a-f]{64}$/.test(arg)) asked.add(arg);
          return value.apply(target, args);
        };
      },
    });
  const ports = { ...workshop.ports, storage: watched(workshop.ports.storage) };
  const { id } = await keep(workshop, dataset);
  const bench = createWorkbench(ports);
  await bench.runs.estimate(id, experimentSpec);
  await bench.runs.run(id, experimentSpec, { signal: new AbortController().signal, progress: () => undefined });
  return contentKey([...asked].sort()).slice(0, 16);
}

describe('what is kept of a run is found again by every later version', () => {
  it.each(Object.entries(SYSTEMS))('of a system with %s', async (name, system) => {
    expect([await keysOf(spec(system, 'depth')), await keysOf(spec(system, 'k'))]).toEqual(KEYS[name]);
  });
});
