import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HitrateError } from '../../../../src/contract/errors';
import type { EncoderApi, RerankerApi } from '../../../../src/contract/model-workers';
import type { LexicalApi } from '../../../../src/contract/workers';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import { experiment, inProcess, madeUp, openBench, type OpenBench } from '../workshop';

let own: OpenBench;
let log: string[];

/** What workers are asked, in order. */
function observed(): void {
  const { ports } = own.workshop;
  const [encoder, reranker, lexical] = [ports.encoder.with(), ports.reranker.with(), ports.lexical.with()];
  const noted =
    <Args extends unknown[], T>(name: string, call: (...args: Args) => T) =>
    (...args: Args): T => {
      log.push(name);
      return call(...args);
    };
  Object.assign(ports, {
    encoder: inProcess(
      () => ({ ...encoder, load: noted('load encoder', (input) => encoder.load(input)) }) as EncoderApi,
    ),
    reranker: inProcess(
      () => ({ ...reranker, load: noted('load reranker', (input) => reranker.load(input)) }) as RerankerApi,
    ),
    lexical: inProcess(() => ({
      ...lexical,
      add: noted('index words', (input: Parameters<LexicalApi['add']>[0]) => lexical.add(input)),
    })),
  });
}

beforeEach(async () => {
  own = await openBench(madeUp(1200, 60));
  log = [];
  observed();
});

const run = (spec: ExperimentSpec) =>
  own.bench.runs.run(own.collection.id, spec, { signal: new AbortController().signal, progress: () => undefined });

describe('models', () => {
  it('are loaded while words are indexed', async () => {
    await run(experiment());
    expect(log.indexOf('load encoder')).toBeLessThan(log.lastIndexOf('index words'));
    expect(log).toContain('load reranker');
  });

  it('are not loaded where all that they give is kept', async () => {
    await run(experiment());
    log.length = 0;
    await run(experiment({ lexicalWeight: 0.6, systems: ['ensemble', 'ensemble-rrf-rerank'] }));
    expect(log).toEqual([]);
  });

  it('that cannot be loaded fail the system that needs them, and no other', async () => {
    const unavailable = () => Promise.reject(new HitrateError('device-unavailable', { code: 'no-gpu', data: null }));
    Object.assign(own.workshop.ports, { encoder: inProcess(() => ({ load: unavailable }) as unknown as EncoderApi) });
    await expect(run(experiment({ systems: ['bm25', 'embedding'] }))).rejects.toMatchObject({
      code: 'device-unavailable',
    });
    expect(log).toContain('index words');
  });

  it('are loaded before a run for the stages that it will have, where they came with the app', async () => {
    const { signal } = new AbortController();
    const { warm } = own.bench.runs;
    await warm(experiment(), ['passage-vectors', 'score'], signal);
    expect(log).toEqual(['load encoder']);
    await warm(experiment(), ['rerank'], signal);
    await warm(experiment({ systems: ['bm25'] }), ['lexical-index', 'rerank'], signal);
    expect(log).toEqual(['load encoder', 'load reranker']);
    own.workshop.ports.underWay = () => Promise.resolve(true);
    await warm(experiment(), ['passage-vectors', 'rerank'], signal);
    expect(log).toHaveLength(2);
  });

  it('that were loaded for nothing are freed', async () => {
    const abort = new AbortController();
    await own.bench.runs.warm(experiment(), ['question-vectors', 'rerank'], abort.signal);
    const release = vi.spyOn(own.workshop.ports.encoder, 'release');
    abort.abort();
    expect(release).toHaveBeenCalledOnce();
  });
});
