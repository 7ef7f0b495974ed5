import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import { passageSample } from '../../../../src/domain/evidence/passage-sample';
import { SampledColumns } from '../../../../src/domain/evidence/sampled-columns';
import { additiveValues, sampledRange, sampledValues } from '../../../../src/domain/evidence/sampled-values';
import type { DrawnPassages, DrawnQuestion } from '../../../../src/domain/judging/plan';
import type { PoolInput } from '../../../../src/domain/judging/pool';
import { measureOf } from '../../../../src/domain/measures/parse';
import { rankingScorer } from '../../../../src/domain/measures/score';
import { judgeRanked } from '../../../../src/domain/measures/judge';
import { DocNumbers, packRankings } from '../../../../src/domain/run/packed';

const LISTS = { a: ['d1', 'd2', 'd3', 'd4'], b: ['d3', 'd5', 'd1', 'd6'] };
const ITEMS = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6'];
const GRADES: Readonly<Record<string, number>> = { d1: 2, d2: 0, d3: 1, d4: 0, d5: 1, d6: 0 };
const MEASURES = ['nDCG@4', 'P@4', 'P@2', 'MRR@4', 'Recall@4', 'MAP'];

/** One question, by as many seeds as there are. */
const question = (seed: string, known: readonly number[] = []): DrawnQuestion => ({
  query: queryId('q'),
  seed,
  items: ITEMS.map((id) => ({ key: id, members: [docId(id)] })),
  lists: Object.values(LISTS).map((list) => list.map((id) => ITEMS.indexOf(id))),
  known,
});
const drawn = (own: DrawnQuestion, changes: Partial<DrawnPassages> = {}): DrawnPassages => ({
  measure: 'nDCG@4',
  depth: 4,
  systems: ['a', 'b'],
  maxGrade: 3,
  questions: [own],
  ...changes,
});

function input(lists: Readonly<Record<string, readonly string[]>>, missing = 'zero'): PoolInput {
  const docs = new DocNumbers();
  const systems = Object.entries(lists).map(([id, list]) => ({
    id,
    top: packRankings([list.map((doc, rank) => ({ doc: docs.of(docId(doc)), score: 10 - rank }))]),
  }));
  const spec = {
    measures: MEASURES,
    ks: [2, 4],
    relevance: 1,
    missing,
    lists: 'depth',
  } as unknown as PoolInput['spec'];
  return { spec, queries: [queryId('q')], docs: docs.ids, systems };
}

function estimated(
  lists: Readonly<Record<string, readonly string[]>>,
  plan: DrawnPassages,
  { size = 3, needs = false, missing = 'zero' } = {},
) {
  const columns = new SampledColumns({ input: input(lists, missing), drawn: plan, size, needs });
  for (const each of plan.questions) columns.plan(each);
  columns.add(0, ({ items }) => ({ grades: items.map(({ key }) => GRADES[key]), elsewhere: [] }));
  return columns.result();
}

const pooled = ({ query, items, lists }: DrawnQuestion) => ({
  query,
  items: items.map(({ key }) => ({ key, passages: 1 })),
  lists,
});
const optionsOf = (text: string) => ({ measure: measureOf(text), relevance: 1, maxGrade: 3 });

describe('the figures of a run from sampled passages', () => {
  it('are those of the sample, by the measure that made it and its unbiased sum', () => {
    const own = question('s');
    const { figures, systems } = estimated(LISTS, drawn(own));
    const sample = passageSample(pooled(own), { seed: 's', measure: measureOf('nDCG@4'), pair: null });
    const grades = ITEMS.map((id) => GRADES[id]);
    const values = sampledValues(pooled(own), sample, 3, grades, optionsOf('nDCG@4'))!;
    const sums = additiveValues(sample, 3, grades, optionsOf('nDCG@4'))!;
    expect(systems.map(({ perQuery }) => perQuery['nDCG@4']![0])).toEqual([...values]);
    expect(systems.map((system) => system.sums['nDCG@4']![0])).toEqual([...sums]);
    expect(systems.map(({ measures }) => measures['nDCG@4'])).toEqual([...values]);
    expect(figures).toMatchObject({
      passages: 3,
      kinds: { 'nDCG@4': 'ratio', 'P@4': 'unbiased', 'P@2': 'unbiased', 'MRR@4': null, 'Recall@4': 'ratio', MAP: null },
      planned: ['a', 'b'],
    });
    expect(systems[0]!.perQuery['MRR@4']).toEqual(new Float64Array([NaN]));
    expect(systems[0]!.measures['MAP']).toBeNaN();
  });

  it('are unbiased by a measure that did not make the chances, and not with unjudged as not relevant', () => {
    const truth = Object.values(LISTS).map(
      (list) =>
        rankingScorer([measureOf('P@4')], { relevance: 1, maxGrade: 3 })(
          judgeRanked(list.map(docId), new Map(ITEMS.map((id) => [docId(id), GRADES[id]!]))),
        )[0]!,
    );
    const seeds = Array.from({ length: 3000 }, (_, i) => `s${i}`);
    const rows = seeds.map((seed) => estimated(LISTS, drawn(question(seed)), { size: 2 }).systems);
    const wrong = seeds.map((seed) => {
      const own = question(seed);
      const { order } = passageSample(pooled(own), { seed, measure: measureOf('nDCG@4'), pair: null });
      const judged = new Set(order.slice(0, 2));
      return own.lists.map((list) => list.filter((item) => judged.has(item) && GRADES[ITEMS[item]!]! >= 1).length / 4);
    });
    const meanOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
    for (const s of [0, 1]) {
      expect(meanOf(rows.map((row) => row[s]!.measures['P@4']!))).toBeCloseTo(truth[s]!, 1.6);
      // Unjudged as not relevant.
      expect(meanOf(wrong.map((row) => row[s]!))).toBeLessThan(truth[s]! - 0.1);
    }
  });

  it('are none of a system with a passage that could not be drawn, and its range is not that of the plan', () => {
    const { figures, systems } = estimated({ ...LISTS, c: ['d1', 'd9', 'd2', 'd3'] }, drawn(question('s')));
    expect(systems[2]!.perQuery['P@4']).toEqual(new Float64Array([NaN]));
    expect(systems[2]!.sums).toEqual({});
    expect(systems[0]!.measures['P@4']).not.toBeNaN();
    expect(figures.planned).toEqual(['a', 'b']);
  });

  it('are there for another system whose passages could all be drawn, which is not planned', () => {
    const { figures, systems } = estimated({ a: LISTS.a, c: ['d6', 'd5', 'd1', 'd2'] }, drawn(question('s')));
    expect(systems[1]!.measures['P@4']).not.toBeNaN();
    expect(figures.planned).toEqual(['a']);
    expect(estimated({ a: ['d2', 'd1', 'd3', 'd4'] }, drawn(question('s'))).figures.planned).toEqual([]);
  });

  it('are none where the pool is not as deep, questions have needs, or a ratio lacks passages that count', () => {
    const shallow = estimated(LISTS, drawn(question('s'), { depth: 2, measure: 'P@2' }));
    expect(shallow.figures.kinds).toMatchObject({ 'P@4': null, 'P@2': 'unbiased', 'nDCG@4': null });
    // By P@2 nothing below rank 2 can be drawn.
    const narrow = estimated(LISTS, drawn(question('s'), { measure: 'P@2' }));
    expect(narrow.figures.kinds).toMatchObject({ 'P@2': 'unbiased', 'nDCG@4': null });
    expect(narrow.systems[0]!.measures['P@4']).toBeNaN();
    expect(estimated(LISTS, drawn(question('s')), { needs: true }).figures.kinds).toMatchObject({
      'Recall@4': null,
      'nDCG@4': 'ratio',
    });
  });

  it('are the value itself where all is known, and leave out a question without results where it says so', () => {
    const all = estimated(LISTS, drawn(question('s', [0, 1, 2, 3, 4, 5])));
    expect(all.systems.map(({ measures }) => measures['P@4'])).toEqual([0.5, 0.75]);
    expect(estimated({ ...LISTS, c: [] }, drawn(question('s'))).systems[2]!.measures['P@4']).toBe(0);
    const left = estimated({ ...LISTS, c: [] }, drawn(question('s')), { missing: 'skip' });
    expect(left.systems[2]!.measures['P@4']).toBeNaN();
  });

  it('have a range that is known before the first judgment, of all questions of the plan', () => {
    const own = question('s');
    const { figures } = estimated(LISTS, drawn(own));
    const sample = passageSample(pooled(own), { seed: 's', measure: measureOf('nDCG@4'), pair: null });
    const [, high] = sampledRange([sample], 3, { ...optionsOf('P@4'), measure: measureOf('P@4') });
    expect(figures.ranges['P@4']![1]).toBeGreaterThan(0);
    expect(figures.ranges['nDCG@4']![0]).toBe(-figures.ranges['nDCG@4']![1]);
    expect(high).toBeGreaterThan(0);
    expect(figures.ranges['MRR@4']).toBeUndefined();
  });

  it('are none of a question that the plan does not know', () => {
    const other = { ...question('s'), query: queryId('other') };
    expect(estimated(LISTS, drawn(other)).systems[0]!.measures['P@4']).toBeNaN();
  });
});
