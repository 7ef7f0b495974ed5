import { describe, expect, it } from 'vitest';
import { docId, type Judgment, queryId } from '../../../../src/base/types';
import type { ResultRecord } from '../../../../src/contract/result';
import { experiment, madeUp, openBench } from '../workshop';

const run = { signal: new AbortController().signal, progress: () => undefined };
const spec = experiment({ systems: ['bm25', 'embedding', 'ensemble-rerank'] });

const judged = (query: number, doc: number, grade = 1): Judgment => ({
  query: queryId(`q${query}`),
  doc: docId(`d${doc}`),
  grade,
});

const figures = ({ systems }: ResultRecord) =>
  systems.map(({ measures, perQuery, ties, unjudged, firstRelevant }) => ({
    measures,
    perQuery,
    ties,
    unjudged,
    firstRelevant,
  }));

/** Judgments that others added to, changed and removed, of the same questions. */
const edited = (judgments: readonly Judgment[]): Judgment[] => [
  ...judgments.map((each, i) => (i % 3 === 0 ? { ...each, grade: 0 } : each)),
  ...Array.from({ length: 24 }, (_, i) => judged(i, (i + 5) % 30, 1 + (i % 2))),
];

describe('a result by the judgments of now', () => {
  it.each(['depth', 'k'] as const)('equals a new run, from the lists that were left (lists by %s)', async (lists) => {
    const { bench, collection } = await openBench(madeUp(30, 24));
    const experimentSpec = { ...spec, lists };
    const former = await bench.runs.run(collection.id, experimentSpec, run);
    const { queries, judgments } = await bench.questions.read(collection.id);
    await bench.questions.save(collection.id, { queries, judgments: edited(judgments) });
    const { result, ...lost } = await bench.inspect.rescored(former);
    expect(lost).toMatchObject({ cutAt: null, unjudged: [], notRun: [] });
    const deepest = Math.max(...spec.ks);
    const isLost = (measure: string): boolean => /@/.test(measure) && !measure.endsWith(`@${deepest}`);
    expect(lost.lostMeasures).toEqual(lists === 'k' ? spec.measures.filter(isLost) : []);
    const again = await bench.runs.run(collection.id, { ...experimentSpec, ...result!.spec }, run);
    expect(figures(result!)).toEqual(figures(again));
    expect(result!.questionsKey).toBe(again.questionsKey);
    expect(figures(result!)).not.toEqual(figures(former));
    // Its lists are still found.
    expect((await bench.inspect.lists(result!, 'bm25')).cutAt).toBeNull();
  });

  it('says which measures the lists that a result keeps are too short for', async () => {
    const { bench, collection } = await openBench(madeUp(40, 24));
    const result = await bench.runs.run(collection.id, spec, run);
    // As of a result that came without its whole lists.
    const { cutAt, lostMeasures, result: scored } = await bench.inspect.rescored({ ...result, key: 'elsewhere' });
    expect(cutAt).toBe(20);
    expect(lostMeasures).toEqual(['MAP']);
    expect(scored!.spec.measures).toEqual(spec.measures.filter((measure) => measure !== 'MAP'));
    expect(scored!.systems[0]!.measures['nDCG@10']).toBeCloseTo(result.systems[0]!.measures['nDCG@10']!, 12);
  });

  it('leaves out questions that are no longer judged, and names those that nobody ran', async () => {
    const data = madeUp(30, 24);
    const { bench, collection } = await openBench({
      ...data,
      judgments: data.judgments.filter(({ query }) => query !== 'q7'),
    });
    const former = await bench.runs.run(collection.id, spec, run);
    expect(former.queries).toHaveLength(23);
    await bench.questions.save(collection.id, {
      queries: data.queries,
      judgments: data.judgments.filter(({ query }) => query !== 'q3'),
    });
    const { result, unjudged, notRun } = await bench.inspect.rescored(former);
    expect([unjudged, notRun]).toEqual([['q3'], ['q7']]);
    expect(result!.queries).toEqual(former.queries);
    const at = former.queries.indexOf(queryId('q3'));
    const [values, before] = [result!, former].map(({ systems }) => systems[0]!.perQuery['nDCG@10']!);
    expect(values![at]).toBeNaN();
    const others = [...values!].filter((_, i) => i !== at);
    expect(others).toEqual([...before!].filter((_, i) => i !== at));
    expect(result!.systems[0]!.measures['nDCG@10']).toBeCloseTo(others.reduce((a, b) => a + b, 0) / 22, 12);
  });

  it('is none where nothing is judged', async () => {
    const { bench, collection } = await openBench(madeUp(30, 24));
    const former = await bench.runs.run(collection.id, spec, run);
    const { queries } = await bench.questions.read(collection.id);
    await bench.questions.save(collection.id, { queries, judgments: [] });
    expect((await bench.inspect.rescored(former)).result).toBeNull();
  });
});
