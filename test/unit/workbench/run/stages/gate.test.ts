import { beforeAll, describe, expect, it } from 'vitest';
import type { ResultRecord } from '../../../../../src/contract/result';
import { composedSystem, type ComposedSystem } from '../../../../../src/domain/experiment/composed';
import { parseExperiment } from '../../../../../src/domain/experiment/experiment';
import { DEFAULT_SETTINGS, sixSystems } from '../../../../../src/domain/experiment/settings';
import type { GateSpec } from '../../../../../src/domain/weak-retrieval/gate';
import { experiment, madeUp, openBench, type OpenBench } from '../../workshop';

const full = sixSystems(DEFAULT_SETTINGS)['ensemble-rerank'];
const gated = (id: string, gate: GateSpec): ComposedSystem => ({ ...full, id, rerank: { ...full.rerank!, gate } });
const context = { signal: new AbortController().signal, progress: () => undefined };
const QUESTIONS = 24;

const half: GateSpec = { kind: 'share', signal: 'spread', share: 0.5, folds: 4, seed: 1 };
const spec = experiment({
  systems: ['ensemble', 'ensemble-rerank'],
  composed: [
    gated('half', half),
    gated('none', { kind: 'threshold', signal: 'top-score', threshold: -1 }),
    gated('all', { kind: 'threshold', signal: 'overlap', threshold: 1 }),
  ],
});

describe('a gate on reranking', () => {
  let open: OpenBench;
  let result: ResultRecord;
  beforeAll(async () => {
    open = await openBench(madeUp(60, QUESTIONS));
    result = await open.bench.runs.run(open.collection.id, spec, context);
  });
  const of = (id: string) => result.systems.find((system) => system.id === id)!;
  const values = (id: string) => Array.from(of(id).top.scores);

  it('leaves the list of a question as it was, or is the reranker', () => {
    expect(values('none')).toEqual(values('ensemble'));
    expect(values('all')).toEqual(values('ensemble-rerank'));
    const [first, last, some] = ['ensemble', 'ensemble-rerank', 'half'].map((id) => of(id).top);
    const { offsets } = some!;
    const reranked = result.queries.map((_, q) => {
      const own = some!.scores.slice(offsets[q], offsets[q + 1]);
      const [before, after] = [first!, last!].map((list) => list.scores.slice(offsets[q], offsets[q + 1]));
      expect([before, after]).toContainEqual(own);
      return own.every((score, i) => score === after![i]);
    });
    const count = reranked.filter(Boolean).length;
    expect(count).toBeGreaterThanOrEqual(QUESTIONS / 4);
    expect(count).toBeLessThanOrEqual((3 * QUESTIONS) / 4);
  });

  it('scores the pairs of open questions alone', async () => {
    const fresh = await openBench(madeUp(60, QUESTIONS));
    const alone = experiment({ systems: [], composed: [gated('half', half)] });
    await fresh.bench.runs.run(fresh.collection.id, alone, context);
    const { scored } = fresh.workshop.work;
    expect(scored).toBeGreaterThan(0);
    expect(scored).toBeLessThan((QUESTIONS * full.rerank!.candidates * 3) / 4);
  });

  it('is read of a system that reranks all, from the caches of its run', async () => {
    const { scored } = open.workshop.work;
    const options = { system: 'ensemble-rerank', measure: 'nDCG@10', k: 1 };
    const found = (await open.bench.inspect.weakRetrieval(result, options))!;
    expect(open.workshop.work.scored).toBe(scored);
    expect(found.questions).toBe(QUESTIONS);
    expect(found.never).toBeCloseTo(of('ensemble').measures['nDCG@10']!, 12);
    expect(found.always).toBeCloseTo(of('ensemble-rerank').measures['nDCG@10']!, 12);
    expect(found.areas.map(({ signal }) => signal)).toEqual(
      expect.arrayContaining(['top-score', 'gap', 'spread', 'overlap', 'agreement', 'all']),
    );
    await expect(open.bench.inspect.weakRetrieval(result, { ...options, system: 'half' })).rejects.toMatchObject({
      code: 'not-gated',
    });
  });

  it('with a share needs as many questions as folds, and a run; with a threshold it answers one question', async () => {
    const few = await openBench(madeUp(60, 3));
    const alone = experiment({ systems: [], composed: [gated('half', half)] });
    await expect(few.bench.runs.run(few.collection.id, alone, context)).rejects.toMatchObject({
      code: 'gate-folds',
      data: { folds: 4, questions: 3 },
    });
  });

  it('by overlap needs two retrievers', () => {
    const gate: GateSpec = { kind: 'threshold', signal: 'overlap', threshold: 0.5 };
    const [words] = full.retrievers;
    const lone = composedSystem('lone', [words!], { rerank: { ...full.rerank!, gate } });
    const parsed = parseExperiment(experiment({ systems: [], composed: [lone] }));
    expect(parsed.ok ? [] : parsed.problems).toMatchObject([
      { path: 'systems.0.rerank.gate.signal', code: 'gate-overlap-alone' },
    ]);
  });
});
