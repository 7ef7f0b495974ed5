import { beforeEach, describe, expect, it } from 'vitest';
import type { RerankerApi } from '../../../../../src/contract/model-workers';
import type { ResultRecord } from '../../../../../src/contract/result';
import { HitrateError } from '../../../../../src/contract/errors';
import type { ExperimentSpec } from '../../../../../src/domain/experiment/experiment';
import { NO_PARTS } from '../../../../../src/domain/experiment/parts';
import { TIMED_QUESTIONS, WARM_UP } from '../../../../../src/workbench/run/latency/protocol';
import { experiment, externalRun, inProcess, madeUp, openBench, type OpenBench, quiet } from '../../workshop';

let own: OpenBench;

beforeEach(async () => {
  own = await openBench(madeUp(120, 40));
});

const evaluated = (spec: ExperimentSpec, isTimed: boolean) =>
  own.bench.runs.run(own.collection.id, spec, { ...quiet, timed: isTimed });
const timed = (spec: ExperimentSpec) => evaluated(spec, true);
const untimed = (spec: ExperimentSpec) => evaluated(spec, false);

const latencies = ({ systems }: ResultRecord) => Object.fromEntries(systems.map(({ id, latency }) => [id, latency]));

/** The letters' networks say that each call took 1 ms, however many texts it had, and 1 ms for each 5 pairs: 20 candidates. */
const RERANKING = 4;

describe('the latency of a system', () => {
  it('is the sum of its stages, each of one question alone, with the device and the size of what is searched and of the models', async () => {
    const result = await timed(experiment());
    const of = latencies(result);
    const vectors = 120 * 26 * 4;
    for (const { id, latency } of result.systems) {
      expect(latency!.questions, id).toBe(TIMED_QUESTIONS);
      expect(latency!.p95Milliseconds, id).toBeGreaterThanOrEqual(latency!.medianMilliseconds);
    }
    // Embedded alone a question takes the 1 ms of its call; in a run it shares that with 7 others.
    expect(of['bm25']!.medianMilliseconds).toBeLessThan(1);
    expect(of['embedding']!.medianMilliseconds).toBeGreaterThanOrEqual(1);
    expect(result.systems[1]!.timings!.queryMedianMilliseconds).toBeLessThan(0.5);
    expect(of['ensemble']!.medianMilliseconds).toBeGreaterThan(1);
    expect(of['ensemble']!.medianMilliseconds).toBeLessThan(RERANKING);
    expect(of['ensemble-rerank']!.medianMilliseconds).toBeGreaterThan(RERANKING + 1);
    expect(of['ensemble-rerank']!.medianMilliseconds).toBeLessThan(RERANKING + 4);
    expect(of['bm25']).toMatchObject({ devices: [], threads: 1, downloadBytes: 0 });
    expect(of['bm25']!.indexBytes).toBeGreaterThan(1000);
    expect(of['embedding']).toMatchObject({ devices: ['wasm'], threads: 1, downloadBytes: 1, indexBytes: vectors });
    expect(of['ensemble-rrf-rerank']).toMatchObject({
      devices: ['wasm'],
      downloadBytes: 2,
      indexBytes: vectors + of['bm25']!.indexBytes!,
    });
  });

  it('asks the networks again for what is cached, once for all systems that share it, and leaves every other figure', async () => {
    const spec = experiment();
    const before = await untimed(spec);
    const { embedded, scored } = own.workshop.work;
    const result = await timed(spec);
    expect(result.systems.every(({ latency }) => latency)).toBe(true);
    expect(own.workshop.work.embedded - embedded).toBe(WARM_UP.search + TIMED_QUESTIONS);
    const pairs = own.workshop.work.scored - scored;
    // Two systems, of which each has 20 candidates a question, and many of the other's.
    expect(pairs).toBeGreaterThanOrEqual(20 * (WARM_UP.rerank + TIMED_QUESTIONS));
    expect(pairs).toBeLessThan(2 * 20 * (WARM_UP.rerank + TIMED_QUESTIONS));
    const figures = ({ systems }: ResultRecord) => systems.map(({ latency: _, timings: __, ...figures }) => figures);
    expect(figures(result)).toEqual(figures(before));
    expect(result.warnings).toEqual(before.warnings);
    expect(result.key).toBe(before.key);
    expect(before.counts.some(({ stage }) => stage === 'latency')).toBe(false);
  });

  it('is that of before where the experiment is run again, or another has the same system or the same searches', async () => {
    const first = latencies(await timed(experiment()));
    const work = { ...own.workshop.work };
    expect(latencies(await timed(experiment()))).toEqual(first);
    const alone = await timed(experiment({ systems: ['ensemble-rerank'], ks: [1, 5] }));
    expect(alone.systems[0]!.latency).toEqual(first['ensemble-rerank']);
    expect(own.workshop.work).toEqual(work);
    const stage = alone.counts.find((each) => each.stage === 'latency');
    expect(stage).toMatchObject({ computed: 0, reused: TIMED_QUESTIONS });
    // One weight changes: neither search is timed again; a reranker only where it has other candidates.
    const of = latencies(await timed(experiment({ lexicalWeight: 0.6 })));
    expect(own.workshop.work.embedded).toBe(work.embedded);
    expect(own.workshop.work.scored).toBeGreaterThan(work.scored);
    for (const id of ['bm25', 'embedding', 'ensemble-rrf-rerank']) expect(of[id], id).toEqual(first[id]);
    // The embedding of a question alone takes 1 ms.
    expect(of['ensemble']!.medianMilliseconds).toBeGreaterThan(1);
    expect(of['ensemble']!.indexBytes).toBe(first['ensemble']!.indexBytes);
    expect(of['ensemble-rerank']!.medianMilliseconds).toBeGreaterThan(RERANKING + 1);
  });

  it('is measured anew on another machine', async () => {
    await timed(experiment({ systems: ['embedding'] }));
    own.workshop.ports.machine = () => Promise.resolve({ name: 'another', gpu: false, graphics: 'none' });
    const { embedded } = own.workshop.work;
    await timed(experiment({ systems: ['embedding'], ks: [3] }));
    expect(own.workshop.work.embedded - embedded).toBe(WARM_UP.search + TIMED_QUESTIONS);
  });

  it('is shown as a stage, and a cancel keeps what was run and nothing else', async () => {
    const abort = new AbortController();
    let timedBefore = 0;
    const running = own.bench.runs.run(own.collection.id, experiment(), {
      signal: abort.signal,
      timed: true,
      progress: ({ stages }) => {
        const stage = stages.find((each) => each.stage === 'latency')!;
        if (stage.state === 'running') abort.abort();
        timedBefore = stage.done;
      },
    });
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    expect(timedBefore).toBeLessThan(TIMED_QUESTIONS);
    expect(await own.bench.runs.results(own.collection.id)).toEqual([]);
    const result = await timed(experiment());
    expect(result.counts.find(({ stage }) => stage === 'rerank')!.computed).toBe(0);
    expect(result.systems.every(({ latency }) => latency)).toBe(true);
  });

  it('is absent where a model cannot be loaded, and the result is there', async () => {
    const spec = experiment();
    await untimed(spec);
    const unavailable = () => Promise.reject(new HitrateError('device-unavailable', { code: 'no-gpu', data: null }));
    const reranker = { load: unavailable, score: unavailable } as unknown as RerankerApi;
    Object.assign(own.workshop.ports, { reranker: inProcess(() => reranker) });
    const of = latencies(await timed(spec));
    expect(Object.keys(of).filter((id) => of[id])).toEqual(['bm25', 'embedding', 'ensemble', 'ensemble-rrf']);
  });

  it('is absent of external runs, for which alone there is no such stage', async () => {
    const { id } = own.collection;
    const [header] = await own.bench.runs.addExternal(id, [externalRun({ q0: ['d0'] }, 'theirs')]);
    const { systems, ...others } = experiment({ systems: ['bm25'] });
    const { system: name, hash } = header!;
    const external = { id: 'theirs', retrievers: [{ kind: 'run' as const, name, hash }], ...NO_PARTS };
    const both = await timed({ ...others, systems: [...systems, external] });
    expect(both.systems.map(({ latency }) => latency !== undefined)).toEqual([true, false]);
    const alone = await timed({ ...others, systems: [external] });
    expect(alone.counts.map(({ stage }) => stage)).toEqual(['score']);
  });
});
