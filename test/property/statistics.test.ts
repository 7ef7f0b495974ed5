import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compare, wilcoxon } from '../../src/domain/statistics/compare';
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

it('comparisons say the same with the systems in the opposite order', () => {
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

function near(found: number | null, expected: number | null): void {
  if (expected === null || found === null) expect(found).toBe(expected);
  else
    expect(Math.abs(found - expected), `${found} for ${expected}`).toBeLessThanOrEqual(
      1e-10 * Math.max(1, Math.abs(expected)),
    );
}

const few = fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 1, maxLength: 9 }).map((d) => Float64Array.from(d));

/** Share of all choices of signs with a statistic at least as far from the middle. */
function byEnumeration(differences: Float64Array, statistic: (signed: Float64Array) => number): number {
  const moving = differences.filter((each) => each !== 0).map(Math.abs);
  const observed = Math.abs(statistic(differences.filter((each) => each !== 0)));
  let count = 0;
  for (let signs = 0; signs < 2 ** moving.length; signs++)
    if (Math.abs(statistic(moving.map((each, i) => ((signs >>> i) & 1 ? -each : each)))) >= observed - 1e-9) count++;
  return count / 2 ** moving.length;
}

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
