import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, wilcoxon } from '../../src/domain/statistics/compare';
import { studentizedRangeUpper } from '../../src/domain/statistics/distributions/studentized-range';
import { studentTwoSided } from '../../src/domain/statistics/distributions/beta';
import { benjaminiHochberg, holm } from '../../src/domain/statistics/multiplicity';
import { exactRandomisationP } from '../../src/domain/statistics/randomisation';
import type { Comparison, PairComparison } from '../../src/domain/statistics/types';

const RESAMPLES = 200;
const FEW_RUNS = { numRuns: 40 };

/** As measures are: many ties and zeros beside values of any digits. */
const value = fc.oneof(
  fc.constantFrom(0, 0, 1, 0.5, 1 / 3, 0.2, 0.4, 0.6, 0.8),
  fc.double({ min: 0, max: 1, noNaN: true }).map((each) => Math.round(each * 1e12) / 1e12),
);

/** A row a system, two to five systems on up to forty questions. */
const systems = fc.integer({ min: 0, max: 40 }).chain((questions) =>
  fc.array(
    fc.array(value, { minLength: questions, maxLength: questions }).map((row) => Float64Array.from(row)),
    { minLength: 2, maxLength: 5 },
  ),
);

/** The same with questions left out. */
const withGaps = systems.chain((rows) =>
  fc
    .array(fc.nat({ max: Math.max(0, rows.length * (rows[0]?.length ?? 0) - 1) }), { maxLength: 10 })
    .map((gaps) => rows.map((row, s) => row.map((each, q) => (gaps.includes(q * rows.length + s) ? NaN : each)))),
);

const compared = (values: Float64Array[], seed = 1): Comparison =>
  compare({ measure: 'm', systems: values.map((_, s) => `s${s}`), values, seed, resamples: RESAMPLES });

const pValues = ({ p, holm: byHolm, bh, tukey }: PairComparison): (number | null)[] =>
  [p, byHolm, bh].flatMap(({ t, randomisation, wilcoxon: w }) => [t, randomisation, w]).concat(tukey);

const isP = (p: number | null): boolean => p === null || (p > 0 && p <= 1);

describe('comparisons', () => {
  it('have p-values above 0 and up to 1, corrected ones no smaller, and no NaN where there are questions', () => {
    fc.assert(
      fc.property(withGaps, (values) => {
        for (const pair of compared(values).pairs) {
          expect(pValues(pair).filter((p) => !isP(p))).toEqual([]);
          for (const test of ['t', 'randomisation', 'wilcoxon'] as const) {
            const [raw, bh, byHolm] = [pair.p[test], pair.bh[test], pair.holm[test]];
            if (raw === null) expect([bh, byHolm]).toEqual([null, null]);
            else expect(raw <= bh! + 1e-15 && bh! <= byHolm! + 1e-15).toBe(true);
          }
          const { questions, wins, ties, losses, meanDifference, dz } = pair;
          expect(wins + ties + losses).toBe(questions);
          expect(Number.isNaN(meanDifference)).toBe(questions === 0);
          expect(dz === null || Number.isFinite(dz)).toBe(true);
        }
      }),
      FEW_RUNS,
    );
  });

  it('have no p of a randomisation test below what its signs can show', () => {
    fc.assert(
      fc.property(systems, (values) => {
        for (const { p, exact, wins, losses } of compared(values).pairs)
          if (p.randomisation !== null)
            expect(p.randomisation).toBeGreaterThanOrEqual(exact ? 2 ** -(wins + losses) : 1 / (RESAMPLES + 1));
      }),
      FEW_RUNS,
    );
  });

  it('have intervals in order, of which that of percentiles holds the mean', () => {
    fc.assert(
      fc.property(systems, (values) => {
        const { means, pairs } = compared(values);
        const all = [
          ...means.map(({ mean, ci95, questions }) => ({ mean, ci95, questions })),
          ...pairs.map(({ meanDifference, ci95, questions }) => ({ mean: meanDifference, ci95, questions })),
        ];
        for (const { mean, ci95, questions } of all) {
          expect(ci95.percentile === null).toBe(questions < 2);
          for (const interval of [ci95.percentile, ci95.bca])
            if (interval) expect(interval[0] <= interval[1]).toBe(true);
          if (!ci95.percentile) continue;
          const [low, high] = ci95.percentile;
          // The chance that 97.5 % of 200 resamples lie on one side of the mean is nil: a tenth of the range is room.
          const room = 0.1 * (high - low) + 1e-11;
          expect(mean >= low - room && mean <= high + room).toBe(true);
        }
      }),
      FEW_RUNS,
    );
  });

  it('say the same with the systems in the opposite order', () => {
    fc.assert(
      fc.property(withGaps, (values) => {
        const there = compared(values);
        const back = compared([...values].reverse());
        const last = values.length - 1;
        const name = (system: string): string => `s${last - Number(system.slice(1))}`;
        for (const pair of there.pairs) {
          const mirrored = back.pairs.find(({ a, b }) => a === name(pair.b) && b === name(pair.a))!;
          expect({ wins: mirrored.losses, losses: mirrored.wins }).toEqual({ wins: pair.wins, losses: pair.losses });
          pValues(pair).forEach((p, i) => near(pValues(mirrored)[i]!, p));
          near(mirrored.dz, pair.dz && -pair.dz);
          if (pair.questions === 0) continue;
          near(mirrored.meanDifference, -pair.meanDifference);
          for (const method of ['percentile', 'bca'] as const)
            pair.ci95[method]?.forEach((end, i) => near(mirrored.ci95[method]![1 - i]!, -end));
        }
      }),
      FEW_RUNS,
    );
  });

  it('do not depend on the order of the questions, but for what is resampled', () => {
    const shuffled = systems.chain((rows) =>
      fc
        .shuffledSubarray([...rows[0]!.keys()], { minLength: rows[0]!.length })
        .map((order) => ({ rows, other: rows.map((row) => Float64Array.from(order, (q) => row[q]!)) })),
    );
    fc.assert(
      fc.property(shuffled, ({ rows, other }) => {
        const [before, after] = [compared(rows).pairs, compared(other).pairs];
        before.forEach((pair, i) => {
          const again = after[i]!;
          near(again.p.t, pair.p.t);
          near(again.p.wilcoxon, pair.p.wilcoxon);
          near(again.tukey, pair.tukey);
          near(again.dz, pair.dz);
          if (pair.exact) near(again.p.randomisation, pair.p.randomisation);
        });
      }),
      FEW_RUNS,
    );
  });

  it('do not change when all systems score higher by as much', () => {
    // Eighths, so that no difference is rounded.
    const eighths = systems.map((rows) => rows.map((row) => row.map((each) => Math.round(each * 8) / 8)));
    fc.assert(
      fc.property(eighths, fc.integer({ min: -8, max: 8 }), (rows, shift) => {
        const shifted = rows.map((row) => row.map((each) => each + shift));
        const [before, after] = [compared(rows).pairs, compared(shifted).pairs];
        before.forEach((pair, i) => {
          expect({ ...after[i], ...unrounded, tukey: null }).toEqual({ ...pair, ...unrounded, tukey: null });
          near(after[i]!.tukey, pair.tukey);
          for (const method of ['percentile', 'bca'] as const)
            pair.ci95[method]?.forEach((end, k) => near(after[i]!.ci95[method]![k]!, end));
        });
      }),
      FEW_RUNS,
    );
  });

  it('give the same digits for a seed', () => {
    fc.assert(
      fc.property(withGaps, fc.integer(), (values, seed) => {
        expect(compared(values, seed)).toEqual(compared(values, seed));
      }),
      FEW_RUNS,
    );
  });
});

/** Intervals depend on where sums are rounded, which a shift moves. */
const unrounded = { ci95: null };

function near(found: number | null, expected: number | null): void {
  if (expected === null || found === null) expect(found).toBe(expected);
  else
    expect(Math.abs(found - expected), `${found} for ${expected}`).toBeLessThanOrEqual(
      1e-10 * Math.max(1, Math.abs(expected)),
    );
}

describe('corrections', () => {
  const ps = fc.array(fc.option(fc.double({ min: 1e-300, max: 1, noNaN: true })), { maxLength: 12 });

  it('keep the order of p-values, Holm above Benjamini and Hochberg above the p-value itself', () => {
    fc.assert(
      fc.property(ps, (p) => {
        const [byHolm, bh] = [holm(p), benjaminiHochberg(p)];
        p.forEach((raw, i) => {
          if (raw === null) return expect([byHolm[i], bh[i]]).toEqual([null, null]);
          // m · p / m may be an ulp below p.
          expect(raw <= bh[i]! * (1 + 1e-15) && bh[i]! <= byHolm[i]! * (1 + 1e-15) && byHolm[i]! <= 1).toBe(true);
          p.forEach((other, k) => {
            if (other === null || other < raw) return;
            expect(byHolm[k]! >= byHolm[i]! && bh[k]! >= bh[i]!).toBe(true);
          });
        });
      }),
    );
  });
});

describe('exact tests', () => {
  const few = fc
    .array(fc.integer({ min: -4, max: 4 }), { minLength: 1, maxLength: 9 })
    .map((d) => Float64Array.from(d));

  /** Share of all choices of signs with a statistic at least as far from the middle. */
  function byEnumeration(differences: Float64Array, statistic: (signed: Float64Array) => number): number {
    const moving = differences.filter((each) => each !== 0).map(Math.abs);
    const observed = Math.abs(statistic(differences.filter((each) => each !== 0)));
    let count = 0;
    for (let signs = 0; signs < 2 ** moving.length; signs++)
      if (Math.abs(statistic(moving.map((each, i) => ((signs >>> i) & 1 ? -each : each)))) >= observed - 1e-9) count++;
    return count / 2 ** moving.length;
  }

  it('sign flips: as counted one by one', () => {
    const sum = (signed: Float64Array) => signed.reduce((total, each) => total + each, 0);
    fc.assert(
      fc.property(few, (differences) => {
        expect(
          exactRandomisationP(
            differences,
            differences.map(() => 0),
          ),
        ).toBe(byEnumeration(differences, sum));
      }),
    );
  });

  it('Wilcoxon with and without ties: as counted one by one', () => {
    const rankSum = (signed: Float64Array) => {
      const sizes = signed.map(Math.abs);
      return signed.reduce((total, each) => {
        const below = sizes.filter((size) => size < Math.abs(each)).length;
        const equal = sizes.filter((size) => size === Math.abs(each)).length;
        return total + Math.sign(each) * (below + (equal + 1) / 2);
      }, 0);
    };
    fc.assert(
      fc.property(few, (differences) => {
        expect(wilcoxon(differences)!.p).toBeCloseTo(byEnumeration(differences, rankSum), 12);
      }),
    );
  });
});

describe('distributions', () => {
  const degrees = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 100_000 }));

  it('fall from 1 towards 0, the studentized range of more groups later', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 20, noNaN: true }),
        fc.double({ min: 0.001, max: 5, noNaN: true }),
        degrees,
        fc.integer({ min: 2, max: 8 }),
        (at, step, df, groups) => {
          const nu = Math.max(df, groups);
          const [near0, far] = [studentizedRangeUpper(at, groups, nu), studentizedRangeUpper(at + step, groups, nu)];
          expect(far <= near0 * (1 + 1e-10) && far >= 0 && near0 <= 1).toBe(true);
          expect(studentizedRangeUpper(at, groups + 1, nu)).toBeGreaterThanOrEqual(near0 * (1 - 1e-10));
          expect(studentTwoSided(at + step, df)).toBeLessThanOrEqual(studentTwoSided(at, df));
        },
      ),
      { numRuns: 50 },
    );
  });
});
