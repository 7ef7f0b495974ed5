import { measureOf } from '../measures/parse';
import { definitionOf } from '../measures/registry';
import { biggestMovers } from '../run-comparison/list-changes';
import { differenceIntervals, Sampling } from '../statistics/compare';
import { normalQuantile } from '../statistics/distributions/normal';
import { ALPHA, momentsOf, POWER, winsTiesLosses } from '../statistics/paired';
import { signFlipTests } from '../statistics/randomisation';
import { significant } from '../statistics/significant';

export interface CheckedRow {
  readonly system: string;
  readonly measure: string;
  readonly before: Float64Array;
  readonly now: Float64Array;
}

export interface LossTestsInput {
  readonly rows: readonly CheckedRow[];
  readonly margin: number | null;
  readonly seed: number;
  readonly resamples: number;
}

export type LossTest = ReturnType<typeof lossTests>[number];

/**
 * Paired one-sided randomisation tests, α = .05: without a margin step-down max-T; with one, all must rule out such a
 * loss (intersection-union; Berger 1982). @throws {RangeError} for a margin not above 0, or a measure where
 * neither more nor less is better
 */
export function lossTests({ rows, margin, seed, resamples }: LossTestsInput) {
  if (margin !== null && !(margin > 0)) throw new RangeError(`a margin of ${margin}`);
  const pairs = rows.map(advantageRows);
  const tested = pairs.map(({ before, now }) =>
    margin === null ? { first: before, second: now } : { first: now.map((value) => value + margin), second: before },
  );
  const tests = signFlipTests(tested, { side: 'greater', seed, resamples });
  return rows.map((row, i) => {
    const found = lossOf(row, pairs[i]!, { seed, resamples });
    const [p, decisive] = [tests.p[i]!, margin === null ? tests.corrected[i]! : tests.p[i]!];
    const shown = decisive < ALPHA;
    const failed = margin === null ? shown && found.difference < 0 : !shown && !found.identical;
    return {
      ...found,
      /** One-sided p of the paired randomisation test: of no loss, or with a margin of a loss of the margin or more. */
      p,
      /** What decides: without a margin p corrected for all rows, with a margin p. */
      decisive,
      failed,
    };
  });
}

type AdvantageRows = ReturnType<typeof advantageRows>;

function advantageRows({ measure, before, now }: CheckedRow) {
  const { better } = definitionOf(measureOf(measure));
  if (better === null) throw new RangeError(`neither more nor less of ${measure} is better`);
  const sign = better === 'lower' ? -1 : 1;
  const own = (row: Float64Array): Float64Array => significant(row.map((value) => sign * value + 0));
  return { before: own(before), now: own(now) };
}

function lossOf(
  { system, measure, before, now }: CheckedRow,
  rows: AdvantageRows,
  { seed, resamples }: { readonly seed: number; readonly resamples: number },
) {
  const shared = new Sampling([rows.now, rows.before], seed, resamples).sharedBy([0, 1]);
  const [own, former] = shared.rows as [Float64Array, Float64Array];
  const differences = own.map((value, q) => value - former[q]!);
  const { mean, deviation } = momentsOf(differences);
  const { bca, percentile } = differenceIntervals(shared);
  const counts = winsTiesLosses(differences);
  const both = (row: Float64Array, other: Float64Array): Float64Array =>
    row.filter((value, q) => !Number.isNaN(value) && !Number.isNaN(other[q]));
  return {
    system,
    measure,
    questions: shared.questions,
    meanBefore: momentsOf(both(before, now)).mean,
    meanNow: momentsOf(both(now, before)).mean,
    difference: mean,
    interval: bca ?? percentile,
    identical: shared.questions > 0 && counts.ties === shared.questions,
    detectable: deviation > 0 ? (DETECTED * deviation) / Math.sqrt(shared.questions) : null,
    ...counts,
    mostLost: biggestMovers(rows.now.map((value, q) => Math.min(0, value - rows.before[q]!))),
  };
}

/** Standard errors of a mean that a one-sided test at α finds with the given power, by the normal distribution. */
const DETECTED = normalQuantile(1 - ALPHA) + normalQuantile(POWER);
