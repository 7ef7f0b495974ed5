import { describe, expect, it } from 'vitest';
import { Resamples } from '../../../../src/domain/lab/resamples';
import { momentsOf } from '../../../../src/domain/statistics/paired';
import { Random, uniform } from '../../../../src/domain/statistics/random';
import { SimultaneousIntervals } from '../../../../src/domain/statistics/simultaneous';
import {
  acceleration,
  bcaLevels,
  bootstrapBias,
  bootstrapSums,
  columnsOf,
  intervalsOf,
} from '../../../../src/domain/statistics/bootstrap';
import { vector } from './close';
import { permutationMaxT } from '../../../../src/domain/statistics/max-t';
import { rowsIn } from '../../../rows';

describe('simultaneous', () => {
  /** Resamples as lists of questions; the engine counts how often each question is drawn instead. */
  function literalCritical(rows: readonly Float64Array[], counts: readonly Int32Array[]): number {
    const largest = counts.map((count) =>
      Math.max(
        ...rows.map((row) => {
          const drawn = Float64Array.from(
            [...count].flatMap((times, q) => Array.from({ length: times }, () => row[q]!)),
          );
          const [sample, resample] = [momentsOf(row), momentsOf(drawn)];
          const error = Math.max(resample.deviation, sample.deviation / 2) / Math.sqrt(row.length);
          return Math.abs(resample.mean - sample.mean) / error;
        }),
      ),
    );
    // Quantile by linear interpolation, as R's type 7.
    const sorted = largest.sort((a, b) => a - b);
    const at = (sorted.length - 1) * 0.95;
    const low = Math.floor(at);
    return sorted[low]! + (at - low) * ((sorted[low + 1] ?? sorted[low]!) - sorted[low]!);
  }

  /** How often each resample holds each question, found by resampling unit vectors. */
  function countsOf(questions: number, resamples: Resamples): Int32Array[] {
    const columns = Array.from({ length: questions }, (_, q) => {
      const unit = new Float64Array(questions);
      unit[q] = 1;
      return resamples.moments(unit).sums;
    });
    return Array.from({ length: resamples.resamples }, (_, r) => Int32Array.from(columns, (column) => column[r]!));
  }

  const intervalsOf = (rows: readonly Float64Array[], resamples: Resamples) => {
    const found = new SimultaneousIntervals(rows[0]!.length, resamples.resamples);
    for (const row of rows) found.add(row, resamples.moments(row));
    return found;
  };

  describe('SimultaneousIntervals', () => {
    it('is the literal max-t bootstrap', () => {
      const next = uniform(3);
      const rows = Array.from({ length: 5 }, () => Float64Array.from({ length: 12 }, () => Math.round(next() * 8) / 8));
      const resamples = new Resamples(5, 300);
      const found = intervalsOf(rows, resamples);
      const critical = literalCritical(rows, countsOf(12, resamples));
      expect(found.critical()).toBeCloseTo(critical, 9);
      found.intervals().forEach((ends, i) => {
        const { mean, deviation } = momentsOf(rows[i]!);
        const reach = (critical * deviation) / Math.sqrt(12);
        expect(ends![0]).toBeCloseTo(mean - reach, 9);
        expect(ends![1]).toBeCloseTo(mean + reach, 9);
      });
    });

    it('has no width where nothing differs, and none where the error is unknown', () => {
      const rows = [new Float64Array(6), new Float64Array(6).fill(0.25), Float64Array.of(0, 0, 1, 0, 0, -1)];
      const [same, constant, sparse] = intervalsOf(rows, new Resamples(1, 200)).intervals();
      expect(same).toEqual([0, 0]);
      expect(constant).toBeNull();
      expect(sparse![0]).toBeLessThan(0);
      expect(intervalsOf([Float64Array.of(0.5)], new Resamples(1, 20)).intervals()).toEqual([null]);
    });

    it('costs nothing for settings that go together, and as much as a correction for those that do not', () => {
      const next = uniform(8);
      const draw = (): Float64Array => Float64Array.from({ length: 200 }, () => next() + next() + next() - 1.5);
      const own = draw();
      const resamples = new Resamples(2, 4000);
      const alone = intervalsOf([own], resamples).critical();
      expect(intervalsOf([own, own.map((value) => 2 * value)], resamples).critical()).toBeCloseTo(alone, 9);
      // Student's t of 199 degrees of freedom at .975, and at 1 − .025/20: scipy.stats.t.ppf.
      expect(Math.abs(alone - 1.972)).toBeLessThan(0.12);
      const twenty = intervalsOf(
        Array.from({ length: 20 }, () => draw()),
        resamples,
      );
      expect(Math.abs(twenty.critical() - 3.061)).toBeLessThan(0.2);
    });

    it('is not made wide by settings that differ for few questions', () => {
      const next = uniform(4);
      const dense = Float64Array.from({ length: 100 }, () => next() + next() + next() - 1.5);
      // Without the one question t of a resample is a hundred and more: it has nearly no spread.
      const sparse = new Float64Array(100);
      [sparse[3], sparse[50]] = [1, 0.01];
      const resamples = new Resamples(6, 2000);
      const alone = intervalsOf([dense], resamples).critical();
      expect(intervalsOf([dense, sparse], resamples).critical()).toBeLessThan(alone + 0.5);
    });
  });
});

const sumsOf = (rows: readonly Float64Array[], resamples = 500, seed = 1) => {
  const columns = columnsOf(rows);
  return bootstrapSums(columns, resamples, seed).map((row) => row.map((sum) => sum * columns.unit));
};

describe('bootstrapSums', () => {
  it('draws as many questions as there are, with replacement', () => {
    const [ones, first] = sumsOf([
      new Float64Array(20).fill(1),
      Float64Array.from({ length: 20 }, (_, q) => +(q === 0)),
    ]);
    expect(ones!.every((sum) => sum === 20)).toBe(true);
    // One question is drawn 0, 1, 2 … times: once on average, with a variance of 1 − 1/20.
    const { mean, deviation } = momentsOf(first!);
    expect(mean).toBeCloseTo(1, 0);
    expect(deviation ** 2).toBeCloseTo(0.95, 0);
    expect(new Set(first).size).toBeGreaterThan(3);
  });
});

describe('intervalsOf', () => {
  it('is a point where nothing differs', () => {
    const nothing = new Float64Array(100);
    expect(intervalsOf(new Float64Array(5), nothing, 1e-12)).toEqual({ percentile: [0, 0], bca: [0, 0] });
  });

  it('is not there for one question or none, nor without resamples', () => {
    const none = { percentile: null, bca: null };
    expect(intervalsOf(vector(0.3), new Float64Array(10).fill(0.3), 0)).toEqual(none);
    expect(intervalsOf(vector(), vector(), 0)).toEqual(none);
    expect(intervalsOf(vector(1, 2), vector(), 0)).toEqual(none);
  });

  it('has no BCa where all resamples lie on one side of the mean', () => {
    const { percentile, bca } = intervalsOf(vector(1, 3), vector(5, 6, 7), 0);
    expect(percentile).not.toBeNull();
    expect(bca).toBeNull();
  });
});

describe('bootstrapBias', () => {
  it('is 0 where half of the resamples lie below, those equal to the mean counted half', () => {
    expect(bootstrapBias(0, vector(-1, 0, 1), 0)).toBe(0);
    expect(bootstrapBias(0, vector(-1, 0, 0, 0, 1), 0)).toBe(0);
  });

  it('takes means for equal that differ by rounding, however small they are', () => {
    const mean = 2e-7;
    // One of 5,000 questions differs, by 0.001: a third of resamples has it once, as the sample, but for rounding.
    const resampled = vector(0, mean - 3e-16, mean - 3e-16, mean, 2 * mean);
    expect(bootstrapBias(mean, resampled, 2e-12)).toBe(0);
    expect(bootstrapBias(mean, resampled, 1e-12 * mean)).not.toBe(0);
  });
});

it('acceleration is 0 where values do not differ, but for rounding', () => {
  expect(acceleration(vector(0, 0, 0))).toBe(0);
  expect(acceleration(vector(0.3 - 0.2, 0.2 - 0.1, 0.1))).toBe(0);
});

it('bcaLevels stay in order where the correction would pass its pole', () => {
  expect(bcaLevels(4.5, 1 / 6)[1]).toBe(1);
  expect(bcaLevels(-4.5, -1 / 6)[0]).toBe(0);
});

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
    const rows = rowsIn('0.5 0.4 0.1 -0.2 0.05 -0.31, 0.1 0.3 -0.1 0.2 -0.15 0.7');
    const groups = rowsIn('0 1, 2 3 4, 1 5');
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
      { seed: 3, resamples: 8000 },
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
    const half = Array.from({ length: 10 }, (_, i) => i);
    expect(permutationMaxT([divided], [half], sampling).contrasts[0]).toMatchObject({ t: Infinity, p: 0.001 });
  });
});
