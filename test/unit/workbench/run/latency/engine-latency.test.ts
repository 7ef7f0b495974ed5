import { describe, expect, it } from 'vitest';
import type { ImportedRun, RunTimes } from '../../../../../src/domain/dataset/outcome';
import { buildExperiment, DEFAULT_SETTINGS } from '../../../../../src/domain/experiment/settings';
import { resultsCsv } from '../../../../../src/domain/report/results-csv';
import { packRankings } from '../../../../../src/domain/run/packed';
import { latencies } from '../../../../../src/workbench/inspect/verdict';
import { latencyOfEngine, TimeBudget, timedQuestions } from '../../../../../src/workbench/run/latency/protocol';
import { madeUp, MODELS, openBench, quiet } from '../../workshop';
import { queryId } from '../../../../../src/base/types';

describe('the latency that an engine gives', () => {
  const times: RunTimes = { source: 'took', milliseconds: [4, null, 10, 100] };

  it('is the median and the 95th percentile of the questions that are evaluated and have a time', () => {
    expect(latencyOfEngine(times, [0, 1, 2])).toMatchObject({
      medianMilliseconds: 7,
      // Not of all questions of the file, whose median is 10.
      p95Milliseconds: expect.closeTo(9.7, 9) as number,
      questions: 2,
      source: 'took',
      indexBytes: null,
    });
    expect(latencyOfEngine(times, [1])).toBeNull();
    expect(latencyOfEngine(undefined, [0])).toBeNull();
  });

  it('is that of the external run in a result, in exports with where it comes from', async () => {
    const dataset = madeUp(40, 12);
    const { bench, collection } = await openBench(dataset);
    const queries = dataset.queries.map(({ id }) => id);
    const docs = dataset.docs.map(({ id }) => id).toSorted();
    const run = { queries, docs, rankings: packRankings(queries.map(() => [{ doc: 0, score: 1 }])) };
    const own = { source: 'took', milliseconds: queries.map((_, i) => i + 1) } as const;
    const given: ImportedRun = { file: 'r.json', format: 'search', tag: 'engine', run, times: own };
    await bench.runs.addExternal(collection.id, [given]);
    // The same lists with other times are another run; the same again are none.
    await bench.runs.addExternal(collection.id, [given]);
    const runs = await bench.runs.addExternal(collection.id, [{ ...given, tag: 'bare', times: undefined } as never]);
    expect(runs.map(({ system, times: kept }) => [system, kept?.source])).toEqual([
      ['engine', 'took'],
      ['bare', undefined],
    ]);
    const sources = { documents: true, languages: [], runs, supplied: [] };
    const spec = buildExperiment({ ...DEFAULT_SETTINGS, systems: ['bm25'] }, MODELS, sources);
    const context = { ...quiet, timed: true };
    const result = await bench.runs.run(collection.id, spec, context);
    const latency = Object.fromEntries(result.systems.map((system) => [system.id, system.latency]));
    expect(latency['engine']).toMatchObject({ medianMilliseconds: 6.5, questions: 12, source: 'took' });
    expect(latency['bare']).toBeUndefined();
    expect(latency['bm25']).not.toHaveProperty('source');
    const report = { ...result, ks: spec.ks, measureTexts: spec.measures };
    const [header, ...rows] = resultsCsv(report).trim().split(/\r?\n/);
    const column = header!.split(',').indexOf('latency_source');
    const sourcesOf = Object.fromEntries(rows.map((row) => [row.split(',')[0], row.split(',')[column]]));
    expect(sourcesOf).toEqual({ bm25: 'measured', engine: 'took', bare: '' });
    // A result whose own systems were timed is not run again for the one that was not.
    const again = await bench.runs.run(collection.id, spec, context);
    expect(again.counts.every(({ computed }) => computed === 0)).toBe(true);
    // And it is no reason to prefer a system that was measured here, or the other way round.
    const ofVerdict = latencies(result.systems);
    expect(result.systems.map((system) => [system.id, ofVerdict(system) !== null])).toEqual([
      ['bm25', true],
      ['engine', false],
      ['bare', false],
    ]);
    const engine = result.systems.find(({ id }) => id === 'engine')!;
    expect(latencies([engine, engine])(engine)).toBe(6.5);
  });
});

const questions = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: queryId(`q${i}`), text: `text ${i}` }));

describe('the questions that are timed', () => {
  it('do not follow the order of the questions', () => {
    const all = questions(500);
    const texts = (queries: typeof all) => timedQuestions(queries).map((place) => queries[place]!.text);
    expect(texts([...all].reverse())).toEqual(texts(all));
    expect(timedQuestions(all)).not.toEqual([...timedQuestions(all)].sort((a, b) => a - b));
    expect(timedQuestions(all, 7)).not.toEqual(timedQuestions(all));
  });

  it('stay as they are where one is added, but for one at most', () => {
    const before = new Set(timedQuestions(questions(500)));
    const after = timedQuestions(questions(501));
    expect(after.filter((place) => !before.has(place)).length).toBeLessThanOrEqual(1);
  });
});

describe('the time budget', () => {
  const clocked = (stages: number, total: number) => {
    const clock = { now: 0 };
    return { clock, budget: new TimeBudget(stages, total, () => clock.now) };
  };
  /** How many questions of so many milliseconds are timed. */
  const timed = (more: (timed: number) => boolean, clock: { now: number }, each: number, most = 1000): number => {
    let count = 0;
    for (; count < most && more(count); count++) clock.now += each;
    return count;
  };

  it('gives each stage its share of what is left', () => {
    const { clock, budget } = clocked(2, 1000);
    expect([timed(budget.next(), clock, 10), timed(budget.next(), clock, 10)]).toEqual([50, 50]);
  });

  it('gives what a fast stage did not take to the next', () => {
    const { clock, budget } = clocked(2, 1000);
    expect(timed(budget.next(), clock, 1, 30)).toBe(30);
    expect(timed(budget.next(), clock, 10)).toBe(97);
  });

  it('times three questions, however long they take', () => {
    const { clock, budget } = clocked(2, 1000);
    expect([timed(budget.next(), clock, 60_000), timed(budget.next(), clock, 60_000)]).toEqual([3, 3]);
  });
});
