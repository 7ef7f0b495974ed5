import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import { countedQuestions, questionOrder } from '../../../../src/domain/evidence/counted';
import type { JudgingAct } from '../../../../src/domain/judging/acts';
import type { JudgingPlan } from '../../../../src/domain/judging/plan';
import {
  sequentialEvidence,
  sequentialFigures,
  type SequentialInput,
} from '../../../../src/domain/evidence/sequential';
import { numbers } from '../statistics/close';

describe('counted', () => {
  const ids = Array.from({ length: 8 }, (_, i) => queryId(`q${i}`));
  const queries = ids.map((id) => ({ id, text: id }));
  const order = questionOrder('s', ids);
  const inOrder = order.map((at) => ids[at]!);

  const plan = (queue: JudgingPlan['queue'], completed: typeof ids): JudgingPlan => ({
    queue,
    seed: 's',
    measure: 'nDCG@10',
    depth: 10,
    systems: ['a', 'b'],
    pair: ['a', 'b'],
    completed,
  });

  const judged = (
    of: typeof ids,
    doc = 'd',
  ): { query: (typeof ids)[number]; doc: ReturnType<typeof docId>; grade: number }[] =>
    of.map((query) => ({ query, doc: docId(doc), grade: 1 }));

  const acts = (of: typeof ids): JudgingAct[] =>
    judged(of).map((each) => ({ ...each, span: null, round: 1, note: '', milliseconds: 0, at: 0 }));

  const counted = (...given: Parameters<typeof countedQuestions>) => {
    const { queries: kept, judging } = countedQuestions(...given);
    return { kept: kept.map(({ id }) => id), judging };
  };

  describe('the questions that count in a run', () => {
    it('are those with judgments where nothing is judged by hand', () => {
      const some = ids.slice(2, 5);
      const collection = { queries, judgments: judged(some) };
      expect(counted(collection, null, [])).toEqual({ kept: some, judging: null });
      expect(counted(collection, plan('questions', []), [])).toEqual({ kept: some, judging: null });
    });

    it('are the completed ones at the head of the random order, in the order of the collection', () => {
      const touched = inOrder.slice(0, 5);
      // The fourth is begun and not complete: the fifth does not count, complete as it is.
      const completed = [...inOrder.slice(0, 3), inOrder[4]!];
      const { kept, judging } = counted(
        { queries, judgments: judged(touched) },
        plan('questions', completed),
        acts(touched),
      );
      expect(kept).toEqual(ids.filter((id) => inOrder.slice(0, 3).includes(id)));
      expect(judging).toEqual({ queue: 'questions', seed: 's', complete: 3, of: 8 });
    });

    it('are all with judgments once the last is complete', () => {
      const done = { queries, judgments: judged(ids) };
      expect(counted(done, plan('questions', ids), acts(ids))).toEqual({ kept: ids, judging: null });
    });

    // 87 of 120 questions came with judgments. Of these, one judgment by hand left those before the first gap: 1.
    it.each([
      ['where others are only begun', judged(ids.slice(0, 5), 'elsewhere'), []],
      ['where one is added', judged(ids, 'elsewhere'), []],
      ['where the only one of a question is changed', judged(ids.slice(0, 7)), [ids[7]!]],
    ])('are those that came with judgments, %s', (_, came, given) => {
      const collection = { queries, judgments: [...came, ...judged([ids[7]!])] };
      const kept = ids.filter((id) => given.includes(id) || came.some(({ query }) => query === id));
      expect(counted(collection, { ...plan('questions', []), given }, acts([ids[7]!]))).toEqual({
        kept,
        judging: null,
      });
    });

    it('are a sequence again once most of them were judged by hand', () => {
      const byHand = inOrder.slice(1, 4);
      const collection = { queries, judgments: [...judged([inOrder[0]!], 'elsewhere'), ...judged(byHand)] };
      expect(counted(collection, plan('questions', byHand), acts(byHand))).toEqual({
        kept: ids.filter((id) => inOrder.slice(0, 4).includes(id)),
        judging: { queue: 'questions', seed: 's', complete: 4, of: 8 },
      });
    });

    it('are in random order where an earlier version judged the most informative first', () => {
      const touched = inOrder.slice(0, 5);
      const collection = { queries, judgments: judged(touched) };
      const { kept, judging } = counted(
        collection,
        plan('informative', [inOrder[0]!, ...inOrder.slice(3, 5)]),
        acts(touched),
      );
      expect(kept).toEqual([inOrder[0]]);
      expect(judging).toEqual({ queue: 'questions', seed: 's', complete: 1, of: 8 });
    });

    it('are none of those whose passages an earlier version drew, which says nothing of the others', () => {
      const collection = { queries, judgments: judged(inOrder.slice(0, 3)) };
      expect(counted(collection, plan('passages', inOrder.slice(0, 3)), acts(inOrder.slice(0, 3)))).toMatchObject({
        kept: [],
        judging: { queue: 'questions', complete: 0 },
      });
      const given = { queries, judgments: [...judged(ids, 'elsewhere'), ...judged(ids)] };
      expect(counted(given, plan('passages', []), acts(ids))).toEqual({ kept: ids, judging: null });
    });
  });
});

const queries = Array.from({ length: 200 }, (_, i) => queryId(`q${i}`));

describe('the order of questions', () => {
  it('has each once, the same for the same seed, another for another', () => {
    const order = questionOrder('a', queries);
    expect([...order].sort((a, b) => a - b)).toEqual([...queries.keys()]);
    expect(questionOrder('a', queries)).toEqual(order);
    expect(questionOrder('b', queries)).not.toEqual(order);
  });

  it('keeps the order of questions among others, wherever they stand', () => {
    const more = [queryId('first'), ...[...queries].reverse(), queryId('last')];
    const names = (ids: readonly string[], seed: string): string[] =>
      questionOrder(
        seed,
        ids.map((id) => queryId(id)),
      ).map((at) => ids[at]!);
    expect(names(more, 'a').filter((id) => id.startsWith('q'))).toEqual(names(queries, 'a'));
  });
});

const input = (systems: number) => ({
  systems: Array.from({ length: systems }, (_, i) => ({ id: `s${i}`, values: numbers(80, i + 1) })),
  range: [-1, 1] as const,
  alpha: 0.05,
  margin: 0.02,
  better: 'higher' as const,
});

it('has wider intervals where all pairs hold together than those of the claim about the best', () => {
  const { shown, pairs } = sequentialFigures(input(4));
  expect(pairs).toHaveLength(6);
  const width = (interval: readonly [number, number] | null): number => interval![1] - interval![0];
  for (const [i, { interval }] of pairs.entries())
    expect(width(interval)).toBeGreaterThan(width(shown.pairs[i]!.interval));
});

it('has one pair of two systems, which is that claim', () => {
  const { shown, pairs } = sequentialFigures(input(2));
  expect(pairs).toEqual(shown.pairs);
});

const evidence = (rows: readonly (readonly number[])[], other: Partial<SequentialInput> = {}) =>
  sequentialEvidence({
    systems: rows.map((row, i) => ({ id: 'abcdef'[i]!, values: Float64Array.from(row) })),
    range: [-1, 1],
    alpha: 0.05,
    margin: 0,
    better: 'higher',
    ...other,
  });

const base = Array.from(numbers(200), (value) => 0.2 + 0.5 * value);
const noise = (seed: number, size: number): number[] =>
  base.map((_, q) => size * Math.sin(12.9898 * (q + 1) + 78.233 * seed));
const row = (seed: number, advantage: number): number[] =>
  base.map((value, q) => value + advantage + noise(seed, 0.1)[q]!);

describe('evidence of two systems', () => {
  it('decides for the better one, by what is better', () => {
    expect(evidence([row(1, 0.1), row(2, 0)]).state).toEqual({ kind: 'decided', best: 'a' });
    expect(evidence([row(1, 0), row(2, 0.1)]).state).toEqual({ kind: 'decided', best: 'b' });
    expect(evidence([row(1, 0.1), row(2, 0)], { better: 'lower' }).state).toEqual({ kind: 'decided', best: 'b' });
    expect(evidence([row(1, 0), row(2, 0.1)], { better: 'lower' }).state).toEqual({ kind: 'decided', best: 'a' });
  });

  it('is open without a question, and where there is no difference', () => {
    const { pairs, state } = evidence([[], []]);
    expect(state).toEqual({ kind: 'open', candidates: ['a', 'b'] });
    expect(pairs[0]).toMatchObject({ questions: 0, mean: NaN, interval: [-1, 1] });
    expect(evidence([row(1, 0), row(2, 0)]).state.kind).toBe('open');
  });

  it('calls them equivalent where the interval is within the margin, and never with a margin of 0', () => {
    const alike = [row(1, 0.001), row(2, 0)];
    expect(evidence(alike, { margin: 0.1 }).state).toEqual({ kind: 'equivalent', best: ['a', 'b'] });
    expect(evidence(alike, { margin: 0.01 }).state.kind).toBe('open');
    expect(evidence([base, base], { margin: 0 }).state.kind).toBe('open');
  });

  it('leaves out a question that one of them has no value for', () => {
    const first = row(1, 0.1);
    const second = row(2, 0);
    const { pairs } = evidence([first.map((value, q) => (q < 20 ? NaN : value)), second]);
    expect(pairs).toEqual(evidence([first.slice(20), second.slice(20)]).pairs);
  });
});

describe('evidence of several systems', () => {
  it('excludes what is shown to be worse than any other, and decides once one remains', () => {
    const clear = [row(1, 0.15), row(2, 0.15), row(3, 0)];
    expect(evidence(clear).state).toEqual({ kind: 'open', candidates: ['a', 'b'] });
    expect(evidence([row(1, 0.3), row(2, 0.15), row(3, 0)]).state).toEqual({ kind: 'decided', best: 'a' });
    expect(evidence(clear, { margin: 0.1 }).state).toEqual({ kind: 'equivalent', best: ['a', 'b'] });
  });

  it('decides only for a system that is shown better than each other itself', () => {
    // b is excluded by c, and c by a; of a and b little is known: b lacks most questions.
    const few = (values: readonly number[], from: number, to: number) =>
      values.map((value, q) => (q >= from && q < to ? value : NaN));
    const rows = [few(row(1, 0.3), 0, 105), row(3, 0.15), few(row(2, 0), 95, 200)];
    const { pairs, state } = evidence(rows);
    expect(pairs[0]!.interval![0]).toBeGreaterThan(0);
    expect(pairs[2]!.interval![0]).toBeGreaterThan(0);
    expect(pairs[1]!.interval![0]).toBeLessThan(0);
    expect(state).toEqual({ kind: 'open', candidates: ['a', 'c'] });
  });

  it('claims nothing from an interval that excludes every mean', () => {
    const drift = base.map((_, q) => (q < 100 ? 0.9 : 0));
    const zero = base.map(() => 0.45);
    const { pairs, state } = evidence([drift, zero]);
    expect(pairs[0]!.interval).toBeNull();
    expect(state).toEqual({ kind: 'open', candidates: ['a', 'b'] });
  });
});
