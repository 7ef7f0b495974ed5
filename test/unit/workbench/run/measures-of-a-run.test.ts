import { beforeEach, describe, expect, it } from 'vitest';
import type { CollectionRecord, StoragePort } from '../../../../src/contract/storage';
import type { Settings } from '../../../../src/domain/experiment/settings';
import { bytesOf } from '../../../../src/workbench/run/estimate';
import { experiment, keep, madeUp, MODELS, openWorkshop, quiet, READ_LETTERS, type Workshop } from '../workshop';
import type { ExperimentSpec, SystemSpec } from '../../../../src/domain/experiment/experiment';
import { rateKey, readRates, rememberRates, workPerItem } from '../../../../src/workbench/run/rates';
import { DEFAULT_CHUNKER } from '../../../../src/domain/chunk/chunker-spec';
import { contentKey } from '../../../../src/base/hash';
import { docId, type Metadata, queryId } from '../../../../src/base/types';
import { createWorkbench } from '../../../../src/workbench/workbench';
import { bareSystem, DENSE, LIST_CHANGING_PARTS } from '../../system-parts';
import type { SystemResult } from '../../../../src/contract/result';
import { type RunObservations, type Truncated, warningsOf } from '../../../../src/workbench/run/result-builder';

describe('estimate memory', () => {
  const collection = { summary: { languages: [] } } as unknown as CollectionRecord;
  const passages = { passages: 100, characters: 10_000 } as Parameters<typeof bytesOf>[2];
  const megabytes = (...systems: Settings['systems']): number =>
    bytesOf(MODELS, collection, passages, experiment({ systems }), 26) / 1e6;

  it('counts the runtime once, and each network, as was measured of the bundled models', () => {
    expect(megabytes('bm25')).toBeLessThan(1);
    const one = megabytes('embedding');
    const two = megabytes('embedding', 'ensemble-rerank');
    expect(one).toBeGreaterThan(270);
    expect(two - one).toBeGreaterThan(70);
    expect(two - one).toBeLessThan(120);
  });
});

describe('rates', () => {
  const dense = (model: string, device = 'wasm') => ({ kind: 'dense', model, device, maxTokens: 100 });
  const spec = (...retrievers: object[]) =>
    ({
      systems: [
        { id: 'a', retrievers, rerank: { kind: 'cross-encoder', model: 'judge', device: 'wasm', maxTokens: 100 } },
      ],
    }) as unknown as ExperimentSpec;

  const english = [{ language: 'en', share: 1 }];
  const chinese = [{ language: 'zh', share: 1 }];
  const passages = { passages: 10, characters: 1500 };

  function opened() {
    const kept = new Map<string, unknown>();
    const settings = {
      get: (key: string) => Promise.resolve(kept.get(key)),
      put: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
    };
    return { settings } as unknown as StoragePort;
  }

  it('the work of an item grows with the tokens of a passage, of which a Chinese one has more, up to what the model reads', () => {
    const work = (languages: typeof english, characters = 1500) =>
      workPerItem('rerank', { passages: 10, characters }, languages, spec(dense('m')));
    expect(work(english)).toBeCloseTo(32 + 150 / 4.5);
    expect(
      work([
        { language: 'en', share: 0.5 },
        { language: 'zh', share: 0.5 },
      ]),
    ).toBeCloseTo(32 + 75 / 4.5 + 75 / 1.5);
    expect(work(chinese)).toBe(32 + 100);
    expect(work(english, 1e6)).toBe(32 + 100);
  });

  describe('the pace of a stage', () => {
    it('is kept by model and device, whatever their order', () => {
      expect(rateKey('passage-vectors', spec(dense('b'), dense('a', 'webgpu'), dense('b')))).toBe(
        rateKey('passage-vectors', spec(dense('a', 'webgpu'), dense('b'))),
      );
      expect(rateKey('passage-vectors', spec(dense('a')))).not.toBe(
        rateKey('passage-vectors', spec(dense('a', 'webgpu'))),
      );
      expect(rateKey('rerank', spec(dense('a')))).toBe(rateKey('rerank', spec(dense('b'))));
    });

    it('is that of the work: other texts by the same model have another time for a passage', async () => {
      const storage = opened();
      await rememberRates(storage, spec(dense('m')), [passages], english, { 'passage-vectors': 0.2 });
      const rate = (await readRates(storage))[rateKey('passage-vectors', spec(dense('m')))]!;
      expect(rate).toBeCloseTo(0.2 / (32 + 150 / 4.5));
    });

    it('moves halfway, as a ratio, to what a run shows', async () => {
      const storage = opened();
      await rememberRates(storage, spec(), [passages], english, { learn: 0.01, 'dense-search': 1.01 });
      await rememberRates(storage, spec(), [passages, { passages: 30, characters: 1 }], english, { learn: 0.09 });
      expect(await readRates(storage)).toEqual({ learn: expect.closeTo(0.03), 'dense-search': 0.001 });
    });
  });
});

describe('system keys', () => {
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

  /** Where lists end at the depth, and at k, of the tokens and lists of today. */
  const KEYS: Readonly<Record<string, readonly [depth: string, k: string]>> = {
    filter: ['70155539c1cd26dd', '17bda5eb504f438d'],
    fusion: ['195bfc6b6085b94d', '4298078fb9e2093f'],
    crossFitted: ['54264030cfc1361e', '5af5636e3b73d546'],
    learned: ['0dbba127e0183a2c', '0caf59055e74ca2e'],
    boost: ['ce81c5e28884a91e', '079016e4eb11edeb'],
    rerank: ['2dcecfd1e1626178', '5c2e463ba017118e'],
    threshold: ['d8483cec2044f524', '4fb743dd7b6885fd'],
    vectors: ['5579b3276df05d0d', '454e7d4115e6f43a'],
    hybrid: ['abd39983e7a2c084', 'bba59717c67a7e98'],
    all: ['bc20290c0110de4e', 'e59ac8a5d3faf71b'],
    passages: ['30ac92424bfc85ba', '0d47b50aa1c825f6'],
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
    await bench.runs.run(id, experimentSpec, quiet);
    return contentKey([...asked].sort()).slice(0, 16);
  }

  it.each(Object.entries(SYSTEMS))(
    'what is kept of a run is found again by every later version of a system with %s',
    async (name, system) => {
      expect([await keysOf(spec(system, 'depth')), await keysOf(spec(system, 'k'))]).toEqual(KEYS[name]);
    },
  );
});

/** As many systems as there are shares of passages that were never judged, among the first 5. */
function observed(...unjudged: readonly number[]): RunObservations {
  const plain = { file: null, answered: 40, ties: {}, measures: {}, depth: 10 };
  const systems = unjudged.map(
    (share, i) => ({ ...plain, id: `s${i}`, unjudged: { 5: share } }) as unknown as SystemResult,
  );
  return {
    spec: experiment({ ks: [5], families: ['HitRate'], measures: [] }),
    queries: Array.from({ length: 40 }, (_, i) => ({ id: queryId(`q${i}`), text: 'what?' })),
    truths: [],
    judging: null,
    unjudgedQuestions: 0,
    truncated: [],
    oneThread: false,
    remarks: [],
    unknownDocuments: new Map(),
    unevaluated: new Map(),
    randomOrders: [],
    systems,
    chunkings: [],
  };
}

const warning = (seen: RunObservations, code: string) => warningsOf(seen).find((each) => each.code === code);

it('the warning of passages that were never judged names every system, in the order of the result', () => {
  const systems = [
    { id: 's0', share: 0.1 },
    { id: 's1', share: 0.6 },
  ];
  expect(warning(observed(0.1, 0.6), 'unjudged')).toEqual({ code: 'unjudged', data: { k: 5, systems } });
  expect(warning(observed(0, 0), 'unjudged')).toBeUndefined();
});

it('the warning of truncated texts has a number for each system that reads with a model', () => {
  const truncation = (...truncated: readonly Truncated[]) =>
    warningsOf({ ...observed(), truncated }).filter(({ code }) => code.startsWith('truncated'));
  const none = { system: 'bm25', passages: null, of: 60, pairs: null };
  const cut = { passages: 3, of: 60, pairs: 1 };
  expect(truncation(none, { ...cut, system: 'a' }, { ...cut, system: 'b', passages: 0 })).toEqual([
    { code: 'truncated-passages', data: { systems: [{ id: 'a', cut: 3, of: 60 }, { id: 'b', cut: 0, of: 60 }] } }, // prettier-ignore
    { code: 'truncated-pairs', data: { systems: [{ id: 'a', cut: 1 }, { id: 'b', cut: 1 }] } }, // prettier-ignore
  ]);
});

describe('what a model does not read', () => {
  let workshop: Workshop;

  beforeEach(async () => (workshop = await openWorkshop()));

  const run = (spec: ExperimentSpec, id: string) => createWorkbench(workshop.ports).runs.run(id, spec, quiet);

  it('is reported for passages, from the cache too', async () => {
    const dataset = madeUp(60, 60);
    const long = dataset.docs.map((doc, i) => (i < 3 ? { ...doc, text: `${doc.text} ${'long '.repeat(20)}` } : doc));
    const { id } = await keep(workshop, { ...dataset, docs: long });
    for (const depth of [100, 50]) {
      const result = await run(experiment({ systems: ['embedding'], depth }), id);
      const systems = [{ id: 'embedding', cut: 3, of: 60 }];
      expect(result.warnings).toContainEqual({ code: 'truncated-passages', data: { systems } });
    }
  });

  it('is reported for pairs, from the cache too; pairs read whole by windows are not among them', async () => {
    const dataset = madeUp(60, 60);
    const { text } = dataset.docs[0]!;
    const docs = [text.padEnd(READ_LETTERS, '.'), text.padEnd(READ_LETTERS + 1, '.')].map((long, i) => ({
      ...dataset.docs[i]!,
      text: long,
    }));
    const judgments = [{ query: queryId('q0'), doc: docId('d0'), grade: 1 }];
    const { id } = await keep(workshop, { docs, queries: dataset.queries, judgments });
    for (const depth of [100, 50]) {
      const result = await run(experiment({ systems: ['ensemble-rerank'], depth }), id);
      const systems = [{ id: 'ensemble-rerank', cut: 1 }];
      expect(result.warnings).toContainEqual({ code: 'truncated-pairs', data: { systems } });
    }
    expect(workshop.work.scored).toBe(2);
  });
});
