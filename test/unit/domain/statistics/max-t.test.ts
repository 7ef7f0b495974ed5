import { describe, expect, it } from 'vitest';
import { permutationMaxT } from '../../../../src/domain/statistics/max-t';
import { Random } from '../../../../src/domain/statistics/random';
import { rowsIn } from '../../../rows';

const VALUES = Float64Array.of(0.3, -0.1, 0.25, 0.4, 0, 0.1, -0.2, 0.05, 0.15, -0.3, 0.02, 0.6);
const GROUP = [0, 1, 2, 3, 8];

/** Normal values by the sum of twelve uniform ones. */
function normals(count: number, seed: number): Float64Array {
  const words = new Uint32Array(count * 12);
  new Random(seed).fill(words);
  return Float64Array.from({ length: count }, (_, i) => {
    return words.subarray(i * 12, i * 12 + 12).reduce((sum, word) => sum + word / 2 ** 32, -6);
  });
}

/** As the definition has it: means and variances of lists. */
function welch(values: readonly number[], inside: readonly boolean[]): number {
  const [a, b] = [true, false].map((side) => values.filter((_, i) => inside[i] === side)) as [number[], number[]];
  const mean = (each: number[]): number => each.reduce((sum, value) => sum + value, 0) / each.length;
  const variance = (each: number[]): number =>
    each.reduce((sum, value) => sum + (value - mean(each)) ** 2, 0) / (each.length - 1);
  return (mean(a) - mean(b)) / Math.sqrt(variance(a) / a.length + variance(b) / b.length);
}

/** All orders of some items. */
function orders<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, i) => orders(items.filter((_, j) => j !== i)).map((rest) => [item, ...rest]));
}

describe('permutationMaxT', () => {
  it('has Welch’s t, as scipy.stats.ttest_ind(equal_var=False)', () => {
    const { contrasts } = permutationMaxT([VALUES], [GROUP], { seed: 1, resamples: 9 });
    expect(contrasts).toHaveLength(1);
    expect(contrasts[0]!.t).toBeCloseTo(1.171870927729575, 12);
    expect(contrasts[0]!.inside).toBeCloseTo(0.2, 12);
    expect(contrasts[0]!.outside).toBeCloseTo(0.03857142857142857, 12);
  });

  it('comes near the p of all permutations, of the largest over groups and rows', () => {
    const rows = rowsIn('0.5 0.4 0.1 -0.2 0.05 0.12 -0.31, 0.1 0.3 -0.1 0.2 -0.15 0.7 0.33');
    const groups = rowsIn('0 1, 2 3 4, 5 6');
    const columns = [...rows[0]!.keys()];
    const statistics = (order: readonly number[]): number[] =>
      groups.flatMap((group) => {
        const members = group.map((place) => order[place]!);
        return rows.map((row) =>
          Math.abs(
            welch(
              row,
              columns.map((column) => members.includes(column)),
            ),
          ),
        );
      });
    const observed = statistics(columns);
    const all = orders(columns).map((order) => Math.max(...statistics(order)));
    const exact = observed.map((t) => all.filter((largest) => largest >= t - 1e-9).length / all.length);
    const found = permutationMaxT(
      rows.map((row) => Float64Array.from(row)),
      groups,
      { seed: 3, resamples: 20_000 },
    );
    expect(found.contrasts.map(({ group, row }) => [group, row])).toEqual(rowsIn('0 0, 0 1, 1 0, 1 1, 2 0, 2 1'));
    found.contrasts.forEach(({ p }, i) => expect(Math.abs(p - exact[i]!)).toBeLessThan(0.012));
    expect(found.p).toBe(Math.min(...found.contrasts.map(({ p }) => p)));
  });

  it('corrects for rows: the same row once more changes nothing, other rows raise p', () => {
    const row = normals(40, 8).map((value, i) => value + (i < 12 ? 1 : 0));
    const groups = [Array.from({ length: 12 }, (_, i) => i)];
    const sampling = { seed: 2, resamples: 4999 };
    const alone = permutationMaxT([row], groups, sampling).contrasts[0]!.p;
    expect(permutationMaxT([row, row], groups, sampling).contrasts.map(({ p }) => p)).toEqual([alone, alone]);
    const others = Array.from({ length: 20 }, (_, i) => normals(40, 100 + i));
    expect(permutationMaxT([row, ...others], groups, sampling).contrasts[0]!.p).toBeGreaterThan(3 * alone);
  });

  it('knows groups that overlap, and columns of no group', () => {
    const { contrasts } = permutationMaxT([VALUES], [GROUP, [3, 4, 5, 11]], { seed: 1, resamples: 99 });
    expect(contrasts.map(({ group }) => group)).toEqual([0, 1]);
    const inside = [...VALUES.keys()].map((i) => [3, 4, 5, 11].includes(i));
    expect(contrasts[1]!.t).toBeCloseTo(welch([...VALUES], inside), 12);
  });

  it('tests no group that is too small, or leaves too few', () => {
    const all = [...VALUES.keys()];
    expect(permutationMaxT([VALUES], [[0], all.slice(1), all], { seed: 1, resamples: 9 })).toEqual({
      p: 1,
      contrasts: [],
    });
  });

  it('finds nothing where nothing varies, and the utmost where groups alone do', () => {
    const sampling = { seed: 1, resamples: 999 };
    const constant = new Float64Array(20).fill(0.3);
    expect(permutationMaxT([constant], [[0, 1, 2, 3]], sampling).contrasts[0]).toMatchObject({ t: 0, p: 1 });
    const divided = constant.map((_, i) => (i < 10 ? 0.7 : 0.2));
    const found = permutationMaxT([divided], [Array.from({ length: 10 }, (_, i) => i)], sampling).contrasts[0]!;
    expect(found.t).toBe(Infinity);
    expect(found.p).toBe(0.001);
  });
});
