import { describe, expect, it } from 'vitest';
import { createWorkbench } from '../../../../../src/workbench/workbench';
import { vectorNamespace } from '../../../../../src/workbench/run/stages/embed';
import { stageKey } from '../../../../../src/workbench/run/stage-context';
import { DENSE } from '../../../system-parts';
import { experiment, inProcess, keep, madeUp, openBench, openWorkshop, quiet } from '../../workshop';
import type { RerankerApi } from '../../../../../src/contract/model-workers';
import { rerankNamespace } from '../../../../../src/workbench/run/stages/rerank';
import { fuse } from '../../../../../src/domain/fusion/fuse';
import { poolOf } from '../../../../../src/domain/fusion/pool';
import { settingOf } from '../../../../../src/domain/fusion/method-settings';
import { trainedFusion } from '../../../../../src/domain/lab/trained';
import { foldsOf } from '../../../../../src/domain/ltr/folds';
import { catalogue } from '../../../../../src/domain/experiment/catalogue';
import type { ComposedSystem } from '../../../../../src/domain/experiment/composed';
import { DEFAULT_CROSS_FITTED } from '../../../../../src/domain/fusion/fusion-spec';
import type { Qrels } from '../../../../../src/base/types';
import { createVectors } from '../../../../../src/adapters/vectors/vectors';
import { DEFAULT_VECTOR_SEARCHES } from '../../../../../src/domain/retrieval/dense/vector-search-spec';
import { HeldVectors, vectorRoom, vectorRow, VectorTable } from '../../../../../src/workbench/run/stages/vector-table';

describe('embed', () => {
  const versions = { transformers: '4', 'onnxruntime-web': '1' };

  it('vectors of the bundled model are found by the key that they ever had, those of others by a new one', () => {
    const { model, revision, device, maxTokens, passagePrefix: prefix } = DENSE;
    const key = (pooled: object) =>
      stageKey(versions, 'models', 'embed-passage', ['passage-vectors'], {
        ...{ model, revision, device, maxTokens, prefix },
        ...pooled,
      });
    expect(vectorNamespace(versions, DENSE, 'passage')).toBe(key({}));
    // Theirs were filled up, and depended on what else was left to embed.
    const pooled = { pooling: 'mean', normalise: true } as const;
    expect(vectorNamespace(versions, { ...DENSE, ...pooled }, 'passage')).not.toBe(key(pooled));
  });

  it('a vector that cannot be kept ends the call at once, with what storage says', async () => {
    const workshop = await openWorkshop();
    const { id } = await keep(workshop, madeUp(700, 5));
    const { storage } = workshop.ports;
    const full = new Error('the disk is full');
    const rows = { ...storage.rows, add: () => Promise.reject(full) };
    const ports = { ...workshop.ports, storage: { ...storage, rows } };
    const signal = new AbortController().signal;
    const run = createWorkbench(ports).runs.run(id, experiment({ systems: ['embedding'] }), {
      signal,
      progress: () => undefined,
    });
    await expect(run).rejects.toBe(full);
  });
});

describe('rerank', () => {
  const versions = { transformers: '4', 'onnxruntime-web': '1' };
  const spec = { revision: 'r', maxTokens: 512 } as const;

  it.each([
    ['org/model@abc:fp32', 'wasm'],
    ['hitrate-reranker', 'webgpu'],
    ['hitrate-reranker', 'wasm'],
  ] as const)('scores that are kept of %s on %s are found by the key that they ever had', (model, device) => {
    const key = stageKey(versions, 'models', 'rerank', ['rerank'], { model, device, ...spec });
    expect(rerankNamespace(versions, { model, device, ...spec })).toBe(key);
  });

  it('batches that are scored at once are two, and what was asked beside one that fails is kept', async () => {
    const { bench, collection, workshop } = await openBench(madeUp(60, 12));
    const real = workshop.ports.reranker.with();
    let [calls, most, asked, failing] = [0, 0, 0, true];
    const scoreAll: RerankerApi['scoreAll'] = async (input) => {
      most = Math.max(most, ++calls);
      asked++;
      const number = asked;
      await new Promise((resolve) => setTimeout(resolve));
      calls--;
      if (failing && number === 2) throw new Error('the second fails');
      return real.scoreAll(input);
    };
    Object.assign(workshop.ports, { reranker: inProcess((): RerankerApi => ({ ...real, scoreAll })) });
    const run = () => bench.runs.run(collection.id, experiment({ systems: ['bm25', 'ensemble-rerank'] }), quiet);
    await run().catch(() => undefined);
    expect([asked, most]).toEqual([3, 2]);
    const kept = workshop.work.scored;
    expect(kept).toBeGreaterThan(0);
    failing = false;
    const result = await run();
    const { computed, reused } = result.counts.find(({ stage }) => stage === 'rerank')!;
    expect(reused).toBe(kept);
    expect(computed).toBe(workshop.work.scored - kept);
  });
});

const crossFitted = DEFAULT_CROSS_FITTED.bayesfuse;
const [bm25, cosine] = ['bm25-lucene', 'cosine'].map(
  (name) => catalogue().find(({ system }) => system.id === name)!.system,
);
const system: ComposedSystem = {
  ...bm25!,
  id: 'bayes',
  retrievers: [...bm25!.retrievers, ...cosine!.retrievers],
  crossFitted,
};

async function ran(questions: number, change: Partial<ComposedSystem> = {}) {
  const workshop = await openWorkshop();
  const bench = createWorkbench(workshop.ports);
  const dataset = madeUp(60, questions);
  const { id } = await keep(workshop, dataset);
  const spec = experiment({ systems: [], composed: [bm25!, cosine!, { ...system, ...change }] });
  const result = await bench.runs.run(id, spec, quiet);
  const runs = await Promise.all(
    ['bm25-lucene', 'cosine', 'bayes'].map((each) => bench.inspect.rankings(result, each)),
  );
  const qrels: Qrels = new Map(dataset.judgments.map(({ query, doc, grade }) => [query, new Map([[doc, grade]])]));
  return { queries: result.queries, runs: runs.map((run) => run!), qrels };
}

describe('a fusion that is trained', () => {
  it('fuses every question by what the questions of the other folds taught, and never by what all taught', async () => {
    const { queries, runs, qrels } = await ran(30);
    const [words, vectors, fused] = runs;
    const lists = queries.map((id) => [words!.get(id)!, vectors!.get(id)!]);
    const questions = lists.map((each, i) => ({ pool: poolOf(each), grades: qrels.get(queries[i]!)! }));
    const folds = foldsOf(queries, crossFitted.folds, crossFitted.seed);
    const setting = settingOf(crossFitted, 2);
    const optimistic = trainedFusion(setting, questions, 1);
    let differing = 0;
    queries.forEach((id, q) => {
      const others = questions.filter((_, i) => folds[i] !== folds[q]);
      expect(fused!.get(id)).toEqual(fuse(lists[q]!, trainedFusion(setting, others, 1)).slice(0, 100));
      if (JSON.stringify(fuse(lists[q]!, optimistic)) !== JSON.stringify(fused!.get(id))) differing++;
    });
    expect(differing).toBeGreaterThan(0);
  });

  it('says how many questions it needs', async () => {
    await expect(ran(3)).rejects.toMatchObject({ code: 'system-folds', data: { folds: 5, questions: 3 } });
  });
});

const row = (tokens: number, ...vector: number[]) => vectorRow(tokens / 10, tokens, Float32Array.from(vector));

function filled(isShared: boolean) {
  const table = new VectorTable(['a', 'b', 'a', 'c'], isShared);
  table.take('c', row(30, 5, 6));
  table.take('a', row(10, 1, 2));
  table.take('b', row(20, 3, 4));
  return table.finish(15);
}

describe.each([true, false])('vectors as they come, in memory that is shared: %s', (isShared) => {
  it('are rows in the order of their keys, of which one may be there twice', () => {
    const { vectors, memory, dimensions, milliseconds, truncated } = filled(isShared);
    expect([...vectors]).toEqual([1, 2, 3, 4, 1, 2, 5, 6]);
    expect([...milliseconds]).toEqual([1, 2, 1, 3].map(Math.fround));
    expect({ dimensions, truncated, isShared: memory !== null }).toEqual({ dimensions: 2, truncated: 2, isShared });
    expect(vectors.buffer).toBe(memory ? memory.buffer : vectors.buffer);
  });

  it('are nothing where there are no keys', () => {
    const { vectors, dimensions, truncated } = new VectorTable([], isShared).finish(1);
    expect([vectors.length, dimensions, truncated]).toEqual([0, 0, 0]);
  });
});

describe('vectors that a worker searches where they lie', () => {
  const [rows, width] = [400, 8];
  const number = (i: number): number => Math.fround(Math.sin(i * i));
  const searches = [
    DEFAULT_VECTOR_SEARCHES.nearest,
    { ...DEFAULT_VECTOR_SEARCHES.nearest, dimensions: 5 },
    DEFAULT_VECTOR_SEARCHES.quantised,
  ];

  async function found(isShared: boolean) {
    const { bytes, memory } = vectorRoom(4 * rows * width, isShared);
    const own = new Float32Array(bytes.buffer, bytes.byteOffset, rows * width);
    for (let i = 0; i < rows * width; i++) own[i] = number(i);
    const worker = createVectors();
    const lists = [];
    // A second time in the same memory, as by a second system.
    for (let turn = 0; turn < 2; turn++) {
      const vectors = isShared ? own : own.slice();
      await worker.open({ vectors, dimensions: width, ...(memory && { memory }) });
      for (const spec of searches) {
        const queries = Float32Array.from({ length: 3 * width }, (_, i) => number(i + 7));
        const { docs, scores } = await worker.search({ queries, depth: 10, spec });
        lists.push([[...docs], [...scores]]);
      }
    }
    return { lists, memory, own };
  }

  it('give the hits and scores of those that are copied, and stay as they are', async () => {
    const [shared, copied] = [await found(true), await found(false)];
    expect(shared.memory).not.toBeNull();
    expect(shared.lists).toEqual(copied.lists);
    expect(shared.lists.slice(0, searches.length)).toEqual(shared.lists.slice(searches.length));
    expect(shared.own.every((value, i) => value === number(i))).toBe(true);
  });
});

it('what was embedded last is there for the same texts by the same model, until it is forgotten', () => {
  const held = new HeldVectors();
  const embedded = held.hold('model', ['a', 'b'], filled(false));
  expect(held.get('model', ['a', 'b'])).toBe(embedded);
  expect([held.get('other', ['a', 'b']), held.get('model', ['a']), held.get('model', ['a', 'c'])]).toEqual([
    null,
    null,
    null,
  ]);
  held.forget();
  expect(held.get('model', ['a', 'b'])).toBeNull();
});
