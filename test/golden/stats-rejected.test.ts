import { describe, expect, it } from 'vitest';
import { intervalsOf } from '../../src/domain/statistics/bootstrap';
import { normalCdf } from '../../src/domain/statistics/distributions/normal';
import { studentTwoSided } from '../../src/domain/statistics/distributions/beta';
import { studentizedRangeUpper } from '../../src/domain/statistics/distributions/studentized-range';
import { momentsOf } from '../../src/domain/statistics/paired';
import { randomisationP } from '../../src/domain/statistics/randomisation';
import { Sampling, wilcoxon } from '../../src/domain/statistics/compare';
import { golden, MEASURES, pairsOf, RESAMPLES, valuesOf } from './stats';

const pairs = MEASURES.flatMap((measure) => pairsOf(measure).map((pair) => ({ measure, ...pair })));

/** Whether two values differ by more than could be rounding: in the sixth digit. */
const differs = (a: number, b: number): boolean => Math.abs(a - b) > 1e-6 * Math.abs(b);
const equals = (a: number | null, b: number): boolean => a !== null && Math.abs(a - b) <= 1e-9 * Math.abs(b);

/** In how many of the twenty pairs the wrong way gives another value than the reference. Ours never does. */
function rejected(
  ours: (pair: (typeof pairs)[number]) => number | null,
  wrong: (pair: (typeof pairs)[number]) => number,
  reference: (pair: (typeof pairs)[number]) => number,
): number {
  expect(pairs.filter((pair) => !equals(ours(pair), reference(pair)))).toEqual([]);
  return pairs.filter((pair) => differs(wrong(pair), reference(pair))).length;
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

describe('plausible wrong answers', () => {
  it('p = 0 from a randomisation test is not ours: the observed signs are one of those possible', () => {
    const none = new Float64Array(1000);
    const wrong = (count: number, resamples: number): number => count / resamples;
    expect(wrong(0, 1000)).toBe(0);
    expect(randomisationP(1, none, none, 0)).toBe(1 / 1001);
    // As many signed sums as the reference counted.
    const counted = ({ perm_count_ge, perm_B }: { perm_count_ge: number; perm_B: number }) =>
      randomisationP(1, new Float64Array(perm_B).fill(1, 0, perm_count_ge), new Float64Array(perm_B), 0);
    const found = rejected(
      ({ expected }) => counted(expected),
      ({ expected }) => wrong(expected.perm_count_ge, expected.perm_B),
      ({ expected }) => expected.perm_p_plus1,
    );
    expect(found).toBe(20);
  });

  it('uncorrected p-values are not those of Holm, and neither are those of Bonferroni', () => {
    const ours = ({ found }: (typeof pairs)[number]) => found.holm.t;
    const reference = ({ expected }: (typeof pairs)[number]) => expected.holm_p_t;
    expect(rejected(ours, ({ expected }) => expected.p_t, reference)).toBe(20);
    expect(rejected(ours, ({ expected }) => Math.min(1, expected.p_t * 10), reference)).toBeGreaterThan(3);
  });

  it('the t-test of unpaired samples is not that of paired ones', () => {
    const unpaired = ({ measure, expected: { a, b } }: (typeof pairs)[number]): number => {
      const [first, second] = [momentsOf(valuesOf(measure, a)), momentsOf(valuesOf(measure, b))];
      const error = Math.sqrt((first.deviation ** 2 + second.deviation ** 2) / 225);
      return studentTwoSided((first.mean - second.mean) / error, 448);
    };
    expect(
      rejected(
        ({ found }) => found.p.t,
        unpaired,
        ({ expected }) => expected.p_t,
      ),
    ).toBe(20);
    // Not by a little: what is clear of chance in pairs would not be.
    expect(pairs.filter((pair) => pair.expected.p_t < 0.05 && unpaired(pair) > 0.3).length).toBeGreaterThan(4);
  });

  it('Tukey without questions as blocks is not the reference: the spread between questions hides differences', () => {
    const unblocked = ({ measure, expected }: (typeof pairs)[number]): number => {
      const rows = golden.runs.map((run) => valuesOf(measure, run));
      const degrees = rows.length * 224;
      const within = sum(rows.map((row) => momentsOf(row).deviation ** 2 * 224)) / degrees;
      return studentizedRangeUpper(Math.abs(expected.mean_diff) / Math.sqrt(within / 225), rows.length, degrees);
    };
    expect(
      rejected(
        ({ found }) => found.tukey,
        unblocked,
        ({ expected }) => expected.tukey_p,
      ),
    ).toBe(20);
    expect(pairs.filter((pair) => pair.expected.tukey_p < 0.05)).toHaveLength(1);
    expect(pairs.filter((pair) => unblocked(pair) < 0.05)).toHaveLength(0);
  });

  it('dz by the standard deviation with n is not the reference, which has n − 1', () => {
    const found = rejected(
      (pair) => pair.found.dz,
      ({ expected }) => expected.mean_diff / (expected.sd_diff_ddof1 * Math.sqrt(224 / 225)),
      ({ expected }) => expected.cohen_dz,
    );
    expect(found).toBe(20);
  });

  it('resamples of each system by itself do not make the interval of the reference: it is too wide', () => {
    let [ours, wrong] = [0, 0];
    for (const { measure, expected, found, differences } of pairs) {
      const [a, b] = ([expected.a, expected.b] as const).map((run, i) => {
        const shared = new Sampling([valuesOf(measure, run)], i, RESAMPLES / 10).sharedBy([0]);
        return shared.bootstrapped()[0]!.map((total) => (total * shared.unit) / 225);
      });
      const { percentile } = intervalsOf(
        differences,
        a!.map((mean, r) => mean - b![r]!),
        0,
      );
      const width = expected.boot_percentile95[1] - expected.boot_percentile95[0];
      if (percentile![1] - percentile![0] > 1.3 * width) wrong++;
      const own = found.ci95.percentile!;
      if (Math.abs(own[1] - own[0] - width) < 2 * expected.boot_tol) ours++;
    }
    expect({ ours, wrong }).toEqual({ ours: 20, wrong: 20 });
  });

  it('Wilcoxon with differences of 0 counted among the ranks is not the reference, which drops them', () => {
    const counted = ({ differences }: (typeof pairs)[number]): number => {
      // Zeros take the lowest ranks: as if they were tiny, half of them positive.
      let sign = 1;
      return wilcoxon(differences.map((value) => (value === 0 ? (sign = -sign) * 1e-12 : value)))!.w;
    };
    const found = rejected(
      ({ differences }) => wilcoxon(differences)!.w,
      counted,
      ({ expected }) => expected.wilcoxon_W,
    );
    expect(found).toBe(20);
  });

  it('Wilcoxon with a correction for continuity is not the reference', () => {
    const corrected = ({ expected }: (typeof pairs)[number]): number => {
      const n = expected.n_nonzero;
      const z = (expected.wilcoxon_W + 0.5 - (n * (n + 1)) / 4) / Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24);
      return 2 * normalCdf(z);
    };
    expect(
      rejected(
        ({ found }) => found.p.wilcoxon,
        corrected,
        ({ expected }) => expected.wilcoxon_p,
      ),
    ).toBe(20);
  });
});
