import { describe, expect, it } from 'vitest';
import { tsv } from '../../../../src/domain/report/copied-table';
import { rankingTable, rankedRows, certaintyOf, separationOf } from '../../../../src/ui/findings/ranking';
import { firstColumns, rankedColumns } from '../../../../src/ui/results/ranked-columns';
import { sampleParts, shipped } from '../report/sample-parts';
import type { ResultRecord } from '../../../../src/contract/result';
import { compare } from '../../../../src/domain/statistics/compare';
import type { Comparison, PairComparison } from '../../../../src/domain/statistics/types';
import type { Difference } from '../../../../src/ui/results/columns';
import { comparisonOf, resultOfValues } from '../result';

describe('the ranking for the clipboard', () => {
  const MEASURE = 'nDCG@10';
  const { comparison } = sampleParts();
  const columns = firstColumns(shipped, MEASURE).map((id) => rankedColumns(shipped).find((each) => each.id === id)!);

  it('has ranks, ids, figures with all digits, and differences with their intervals', () => {
    const rows = rankedRows(shipped, MEASURE, comparison, 'ensemble');
    const table = rankingTable(rows, columns, (id) => `<${id}>`, 'ensemble');
    expect(table.header.join(' | ')).toBe(
      'Rank | System | Id | nDCG@10 | Hit Rate@5 | MRR@10 | Latency | Difference to <ensemble> | Low | High',
    );
    const [first, second] = table.rows;
    expect(first!.slice(0, 4)).toEqual([
      { value: 1, text: '= 1' },
      '<ensemble>',
      'ensemble',
      { value: shipped.systems.find(({ id }) => id === 'ensemble')!.measures[MEASURE], text: '.785' },
    ]);
    expect(first!.slice(-3)).toEqual([null, null, null]);
    const [mean, low, high] = second!.slice(-3).map((cell) => (cell as { value: number }).value);
    expect(low!).toBeLessThan(mean!);
    expect(mean!).toBeLessThan(high!);
    expect(tsv(table).split('\n')[1]).toMatch(/\t\t\t$/);
  });

  it('has no ranks and no differences before systems are compared', () => {
    const table = rankingTable(rankedRows(shipped, MEASURE, null, 'ensemble'), columns, (id) => id, 'ensemble');
    expect(table.header).not.toContain('Low');
    expect(table.rows[0]![0]).toBeNull();
  });
});

const resultOf = (systems: Readonly<Record<string, readonly number[]>>, files: readonly string[] = []) =>
  resultOfValues(systems, (id) => ({ file: files.includes(id) ? `${id}.run` : null }));

/** @param separated pairs that Holm's p separates */
function separating(result: ResultRecord, separated: readonly string[]): Comparison {
  const compared = comparisonOf(result);
  const p = ({ a, b }: PairComparison) => (separated.includes(a + b) || separated.includes(b + a) ? 0.001 : 0.6);
  return {
    ...compared,
    pairs: compared.pairs.map((pair) => ({ ...pair, holm: { ...pair.holm, randomisation: p(pair) } })),
  };
}

const SYSTEMS = { a: [0.1, 0.2], b: [0.9, 0.8], c: [0.7, 0.9], d: [0.2, 0.3], e: [0.6, 0.7] };
const shown = (result: ResultRecord, comparison: Comparison | null, recommended = 'b') =>
  rankedRows(result, 'nDCG@10', comparison, recommended).map(
    ({ system, rank, isShared }) => `${system.id} ${isShared ? '=' : ''}${rank}`,
  );

describe('the ranked rows', () => {
  it('are best first, and without ranks until systems are compared', () => {
    expect(shown(resultOf(SYSTEMS), null)).toEqual(['b null', 'c null', 'e null', 'd null', 'a null']);
  });

  it('share a rank where no test separates two of them', () => {
    const result = resultOf(SYSTEMS);
    const all = ['bd', 'ba', 'cd', 'ca', 'ed', 'ea'];
    expect(shown(result, separating(result, all))).toEqual(['b =1', 'c =1', 'e =1', 'd =4', 'a =4']);
    expect(shown(result, separating(result, []))).toEqual(['b =1', 'c =1', 'e =1', 'd =1', 'a =1']);
  });

  it('have no rank without a figure, are last, and are not called identical', () => {
    const result = resultOf({ none: [NaN, NaN], other: [NaN, NaN], ...SYSTEMS });
    const comparison = separating(result, []);
    expect(shown(result, comparison)).toEqual(['b =1', 'c =1', 'e =1', 'd =1', 'a =1', 'none null', 'other null']);
    const rows = rankedRows(result, 'nDCG@10', comparison, 'b');
    expect(rows.map(({ hasFigure }) => hasFigure)).toEqual([true, true, true, true, true, false, false]);
    expect(rows.at(-1)!.difference).toBeNull();
  });

  it('share none with a system that differs from any of the rank, were it not the first', () => {
    const result = resultOf(SYSTEMS);
    // The first and the third are not separated, the second and the third are.
    expect(shown(result, separating(result, ['ce', 'bd', 'ba']))).toEqual(['b =1', 'c =1', 'e =3', 'd =3', 'a =3']);
  });

  it('end a rank where the next begins', () => {
    const result = resultOf(SYSTEMS);
    const rows = rankedRows(result, 'nDCG@10', separating(result, ['bd', 'cd', 'ed']), 'b');
    expect(rows.map(({ endsRank }) => endsRank)).toEqual([false, false, true, false, false]);
  });

  it('have the difference to the recommended system, with its sign', () => {
    const result = resultOf(SYSTEMS);
    const rows = rankedRows(result, 'nDCG@10', separating(result, []), 'c');
    const of = (id: string) => rows.find(({ system }) => system.id === id)!.difference;
    expect(of('b')!.mean).toBeCloseTo(0.05, 12);
    expect(of('a')!.mean).toBeCloseTo(-0.65, 12);
    expect(of('c')).toBeNull();
  });

  it('are ascending where lower is better', () => {
    const { systems, ...rest } = resultOf(SYSTEMS);
    const lower = {
      ...rest,
      systems: systems.map((each) => ({ ...each, measures: { 'Hole@10': each.measures['nDCG@10']! } })),
    };
    const rows = rankedRows(lower as ResultRecord, 'Hole@10', null, 'a');
    expect(rows.map(({ system }) => system.id).join(' ')).toBe('a d e c b');
  });

  it('fold systems with the same value on every question, the recommended one before the others', () => {
    const same = resultOf({ a: [0.5, 0.7], b: [0.5, 0.7], c: [0.7, 0.5], d: [0.5, 0.7] });
    const rows = rankedRows(same, 'nDCG@10', null, 'b');
    // Equal means are not enough.
    expect(rows.map(({ system, identical }) => [system.id, ...identical])).toEqual([['b', 'a', 'd'], ['c']]);
    const external = rankedRows(resultOf({ a: [0.5], b: [0.5] }, ['b']), 'nDCG@10', null, 'a');
    expect(external.map(({ identical }) => identical)).toEqual([[], []]);
  });

  it('fold what has no value on the same questions', () => {
    const rows = rankedRows(resultOf({ a: [NaN, 1], b: [NaN, 1], c: [1, NaN] }), 'nDCG@10', null, 'a');
    expect(rows.map(({ identical }) => identical)).toEqual([['b'], []]);
  });
});

describe('separation', () => {
  const pair = (p: number | null, tukey: number | null, meanDifference = 0.1) =>
    ({ holm: { randomisation: p }, tukey, meanDifference }) as unknown as PairComparison;
  const comparison = (pairs: number, resamples: number) =>
    ({ pairs: Array.from({ length: pairs }), resamples }) as unknown as Comparison;

  describe('the test that separates two systems', () => {
    const few = separationOf(comparison(500, 10_000));
    const many = separationOf(comparison(501, 10_000));

    it('is that of randomisation, corrected by Holm, as long as the correction leaves room', () => {
      expect(few.test).toBe('randomisation');
      expect(few.separates(pair(0.049, 1))).toBe(true);
      expect(few.separates(pair(0.05, 0))).toBe(false);
      expect(few.separates(pair(null, 0))).toBe(false);
    });

    it('is Tukey’s where the smallest p of all permutations would be corrected above .05', () => {
      expect(many.test).toBe('tukey');
      expect(many.separates(pair(1, 0.01))).toBe(true);
      expect(many.separates(pair(0.01, 0.06))).toBe(false);
      expect(many.separates(pair(0.01, null))).toBe(false);
    });

    it('separates none of the same mean', () => {
      for (const each of [few, many]) expect(each.separates(pair(0.01, 0.01, 0))).toBe(false);
    });

    it('separates what is far apart among many systems, where Holm’s correction cannot', () => {
      const values = Array.from({ length: 12 }, (_, s) =>
        Float64Array.from({ length: 60 }, (_, q) => (s === 0 ? 0.9 : 0.2) + (((q * 7 + s * 3) % 11) - 5) / 100),
      );
      const of = compare({ measure: 'm', systems: values.map((_, i) => `s${i}`), values, seed: 1, resamples: 500 });
      const [best] = of.pairs;
      expect(best!.holm.randomisation).toBeGreaterThan(0.05);
      expect(separationOf(of).separates(best!)).toBe(true);
      expect(of.pairs.filter(separationOf(of).separates)).toHaveLength(11);
    });
  });

  describe('how sure a difference is', () => {
    const separation = separationOf(comparison(10, 10_000));
    const certainty = (
      mean: number,
      p: number,
      interval: readonly [number, number] | null,
      better: 'higher' | 'lower' = 'higher',
    ) => certaintyOf({ mean, interval, pair: pair(p, null, mean) } as unknown as Difference, better, separation);

    it('is sure by the test, perhaps by its interval alone, and a tie else', () => {
      expect(certainty(-0.1, 0.01, [-0.2, -0.05])).toBe('worse-sure');
      expect(certainty(-0.1, 0.2, [-0.2, -0.05])).toBe('worse-perhaps');
      expect(certainty(-0.1, 0.2, [-0.2, 0])).toBe('tie');
      expect(certainty(0.1, 0.01, [0.05, 0.2])).toBe('better-sure');
      expect(certainty(0.1, 0.2, [0.05, 0.2])).toBe('better-perhaps');
      expect(certainty(0.1, 0.2, null)).toBe('tie');
    });

    it('is turned where lower is better, and a tie where nothing is known', () => {
      expect(certainty(0.1, 0.01, [0.05, 0.2], 'lower')).toBe('worse-sure');
      expect(certaintyOf(null, 'higher', separation)).toBe('tie');
      expect(certaintyOf({ mean: 1 } as Difference, null, separation)).toBe('tie');
    });
  });
});
