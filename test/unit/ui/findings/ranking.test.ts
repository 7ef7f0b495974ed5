import { describe, expect, it } from 'vitest';
import type { ResultRecord } from '../../../../src/contract/result';
import { compare } from '../../../../src/domain/statistics/compare';
import type { Comparison, PairComparison } from '../../../../src/domain/statistics/types';
import { rankedRows } from '../../../../src/ui/findings/ranking';

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const resultOf = (systems: Readonly<Record<string, readonly number[]>>, files: readonly string[] = []): ResultRecord =>
  ({
    systems: Object.entries(systems).map(([id, values]) => ({
      id,
      file: files.includes(id) ? `${id}.run` : null,
      measures: { 'nDCG@10': mean(values) },
      perQuery: { 'nDCG@10': Float64Array.from(values) },
    })),
  }) as unknown as ResultRecord;

/** @param separated pairs that Holm's p separates */
function comparisonOf(result: ResultRecord, separated: readonly string[]): Comparison {
  const compared = compare({
    measure: 'nDCG@10',
    systems: result.systems.map(({ id }) => id),
    values: result.systems.map(({ perQuery }) => perQuery['nDCG@10']!),
    seed: 1,
    resamples: 1000,
  });
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
    expect(shown(result, comparisonOf(result, all))).toEqual(['b =1', 'c =1', 'e =1', 'd =4', 'a =4']);
    expect(shown(result, comparisonOf(result, []))).toEqual(['b =1', 'c =1', 'e =1', 'd =1', 'a =1']);
  });

  it('have no rank without a figure, are last, and are not called identical', () => {
    const result = resultOf({ none: [NaN, NaN], other: [NaN, NaN], ...SYSTEMS });
    const comparison = comparisonOf(result, []);
    expect(shown(result, comparison)).toEqual(['b =1', 'c =1', 'e =1', 'd =1', 'a =1', 'none null', 'other null']);
    const rows = rankedRows(result, 'nDCG@10', comparison, 'b');
    expect(rows.map(({ hasFigure }) => hasFigure)).toEqual([true, true, true, true, true, false, false]);
    expect(rows.at(-1)!.difference).toBeNull();
  });

  it('share none with a system that differs from any of the rank, were it not the first', () => {
    const result = resultOf(SYSTEMS);
    // The first and the third are not separated, the second and the third are.
    expect(shown(result, comparisonOf(result, ['ce', 'bd', 'ba']))).toEqual(['b =1', 'c =1', 'e =3', 'd =3', 'a =3']);
  });

  it('end a rank where the next begins', () => {
    const result = resultOf(SYSTEMS);
    const rows = rankedRows(result, 'nDCG@10', comparisonOf(result, ['bd', 'cd', 'ed']), 'b');
    expect(rows.map(({ endsRank }) => endsRank)).toEqual([false, false, true, false, false]);
  });

  it('have the difference to the recommended system, with its sign', () => {
    const result = resultOf(SYSTEMS);
    const rows = rankedRows(result, 'nDCG@10', comparisonOf(result, []), 'c');
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
    expect(rankedRows(lower as ResultRecord, 'Hole@10', null, 'a').map(({ system }) => system.id)).toEqual([
      'a',
      'd',
      'e',
      'c',
      'b',
    ]);
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
