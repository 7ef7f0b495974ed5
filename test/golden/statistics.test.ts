import { describe, expect, it } from 'vitest';
import { acceleration, bcaLevels, bootstrapBias } from '../../src/domain/statistics/bootstrap';
import { DEFAULT_SEED } from '../../src/domain/statistics/significant';
import { fUpper, studentTwoSided } from '../../src/domain/statistics/distributions/beta';
import { normalCdf, normalQuantile } from '../../src/domain/statistics/distributions/normal';
import { studentizedRangeUpper } from '../../src/domain/statistics/distributions/studentized-range';
import { momentsOf, pairedT } from '../../src/domain/statistics/paired';
import { benjaminiHochberg, holm } from '../../src/domain/statistics/multiplicity';
import { exactRandomisationP } from '../../src/domain/statistics/randomisation';
import { Sampling, twoWayVariance, wilcoxon } from '../../src/domain/statistics/compare';
import type { Interval } from '../../src/domain/statistics/types';
import {
  comparisonOf,
  type GoldenPair,
  golden,
  leaves,
  MEASURES,
  type MeasureName,
  pairsOf,
  REFERENCE,
  RESAMPLES,
  Tally,
  valuesOf,
} from './stats';

const PAIRS = MEASURES.length * 10;

/** What the reference says of a pair that is compared with nothing, and why. */
const PAIR_LEFT_OUT: Partial<Record<keyof GoldenPair, string>> = {
  a: 'a name',
  b: 'a name',
  perm_B: 'how the reference was made',
  perm_mcse: 'the tolerance of perm_p',
  boot_tol: 'the tolerance of the intervals',
  n_tied_abs: 'a property of the inputs: how many differences are equal is not reported',
};

/** Of a value in fewer resamples of another generator: three standard errors of the difference, in those of the reference. */
const ERRORS = 3 * Math.sqrt(1 + REFERENCE / RESAMPLES);

describe('846 values of all pairs of five runs by two measures over 225 questions', () => {
  const tally = new Tally();

  it.each<[string, (tally: Tally, measure: MeasureName) => void, number]>([
    ['means, standard deviations, t, Wilcoxon, dz, wins: those of the reference', checkPairs, PAIRS * 18],
    ['p-values corrected by Holm and by Benjamini and Hochberg: those of the reference', checkCorrections, PAIRS * 6],
    ['Tukey HSD with questions as blocks, and its analysis of variance', checkTukey, PAIRS * 2 + MEASURES.length * 11],
    ['the randomisation test, within three standard errors of two samples of signs', checkRandomisation, PAIRS * 3],
    ['bootstrap intervals, within what two samples of resamples differ by', checkBootstrap, PAIRS * 12],
  ])('%s', (_, check, count) => {
    const found = new Tally();
    for (const measure of MEASURES) check(found, measure);
    expect(found.wrong).toEqual([]);
    expect(found.total).toBe(count);
    Object.assign(tally.counts, found.counts);
  });

  it('the intervals that scipy gives from 10,000 resamples of its own', () => {
    const { pair, metric, BCa, percentile } = golden.scipy_check;
    const { found } = pairsOf(metric).find(({ expected: { a, b } }) => a === pair[0] && b === pair[1])!;
    [0, 1].forEach((end) => {
      tally.within('scipy percentile', found.ci95.percentile![end], percentile[end]!, 5e-4);
      tally.within('scipy BCa', found.ci95.bca![end], BCa[end]!, 5e-4);
    });
    expect(tally.wrong).toEqual([]);
  });

  it('have no other value: every name is compared or left out for a reason', () => {
    const names = Object.keys(tally.counts);
    for (const pair of MEASURES.flatMap((measure) => golden.results[measure].pairs))
      expect(Object.keys(pair).filter((name) => !names.includes(name) && !(name in PAIR_LEFT_OUT))).toEqual([]);
    const leftOut = PAIRS * (Object.keys(PAIR_LEFT_OUT).length - 2);
    expect(tally.total).toBe(846);
    expect(tally.total + leftOut).toBe(leaves(golden.results) + leaves(golden.scipy_check));
  });
});

function checkPairs(tally: Tally, measure: MeasureName): void {
  const means = new Map(comparisonOf(measure).means.map(({ system, mean }) => [system, mean]));
  for (const { expected, found, differences } of pairsOf(measure)) {
    const t = pairedT(differences)!;
    const { mean, deviation } = momentsOf(differences);
    const normal = wilcoxon(differences, 'normal')!;
    tally.close('mean_a', means.get(expected.a), expected.mean_a);
    tally.close('mean_b', means.get(expected.b), expected.mean_b);
    tally.close('mean_diff', found.meanDifference, expected.mean_diff);
    tally.close('sd_diff_ddof1', deviation, expected.sd_diff_ddof1);
    tally.close('t', t.t, expected.t);
    tally.close('p_t', found.p.t, expected.p_t);
    tally.close('df', found.questions - 1, expected.df);
    // The interval is that of the t distribution where its ends have 5 % of it outside.
    for (const end of expected.ci95_t)
      tally.close(
        'ci95_t',
        studentTwoSided((end - mean) / (deviation / Math.sqrt(found.questions)), expected.df),
        0.05,
      );
    tally.close('wilcoxon_W', wilcoxon(differences)!.w, expected.wilcoxon_W);
    tally.close('wilcoxon_p', found.p.wilcoxon, expected.wilcoxon_p);
    tally.close('wilcoxon_z_approx', normalQuantile(normal.p / 2), expected.wilcoxon_z_approx);
    tally.close('wilcoxon_p_approx', normal.p, expected.wilcoxon_p_approx);
    tally.close('n_nonzero', found.wins + found.losses, expected.n_nonzero);
    tally.close('cohen_dz', found.dz, expected.cohen_dz);
    for (const name of ['wins', 'ties', 'losses'] as const) tally.close(name, found[name], expected[name]);
  }
}

function checkCorrections(tally: Tally, measure: MeasureName): void {
  const { pairs } = golden.results[measure];
  for (const test of ['p_t', 'wilcoxon_p', 'perm_p_plus1'] as const) {
    const raw = pairs.map((pair) => pair[test]);
    const [byHolm, byHochberg] = [holm(raw), benjaminiHochberg(raw)];
    pairs.forEach((pair, i) => {
      tally.close(`holm_${test}`, byHolm[i], pair[`holm_${test}`]);
      tally.close(`bh_${test}`, byHochberg[i], pair[`bh_${test}`]);
    });
  }
}

function checkTukey(tally: Tally, measure: MeasureName): void {
  const { anova } = golden.results[measure];
  const rows = golden.runs.map((run) => valuesOf(measure, run));
  const { means, questions, meanSquareError, errorDegrees } = twoWayVariance(rows)!;
  const spread = (mean: number) => (value: number) => (value - mean) ** 2;
  const total = (values: Iterable<number>) => [...values].reduce((sum, value) => sum + value, 0);
  const grand = total(means) / means.length;
  const system = questions * total(means.map(spread(grand)));
  const error = meanSquareError * errorDegrees;
  const f = system / anova.df_system / meanSquareError;
  const critical = anova['tukey_crit_q_0.95'];
  tally.close('SS_system', system, anova.SS_system);
  // What systems and error leave of all squares is what the questions explain.
  tally.close('SS_topic', total(rows.flatMap((row) => [...row].map(spread(grand)))) - system - error, anova.SS_topic);
  tally.close('SS_error', error, anova.SS_error);
  tally.close('df_system', means.length - 1, anova.df_system);
  tally.close('df_topic', questions - 1, anova.df_topic);
  tally.close('df_error', errorDegrees, anova.df_error);
  tally.close('MSE', meanSquareError, anova.MSE);
  tally.close('F_system', f, anova.F_system);
  tally.close('p_system', fUpper(f, anova.df_system, errorDegrees), anova.p_system);
  tally.close('tukey_crit_q_0.95', studentizedRangeUpper(critical, means.length, errorDegrees), 0.05);
  tally.close('tukey_hsd_0.95', critical * Math.sqrt(meanSquareError / questions), anova['tukey_hsd_0.95']);
  for (const { expected, found } of pairsOf(measure)) {
    tally.close('tukey_q', Math.abs(found.meanDifference) / Math.sqrt(meanSquareError / questions), expected.tukey_q);
    tally.close('tukey_p', found.tukey, expected.tukey_p);
  }
}

function checkRandomisation(tally: Tally, measure: MeasureName): void {
  for (const { expected, found } of pairsOf(measure)) {
    const share = (found.p.randomisation! * (RESAMPLES + 1) - 1) / RESAMPLES;
    const tolerance = ERRORS * expected.perm_mcse + 1 / RESAMPLES;
    tally.within('perm_p_plus1', found.p.randomisation, expected.perm_p_plus1, tolerance);
    tally.within('perm_p', share, expected.perm_p, tolerance);
    tally.within('perm_count_ge', share * REFERENCE, expected.perm_count_ge, tolerance * REFERENCE);
  }
}

/** Compares intervals with both seeds of the reference. */
function checkBootstrap(tally: Tally, measure: MeasureName): void {
  const values = golden.runs.map((run) => valuesOf(measure, run));
  const sampling = new Sampling(values, DEFAULT_SEED, RESAMPLES);
  for (const { expected, found, differences } of pairsOf(measure)) {
    const error = quantileError(differences);
    const check = (name: string, interval: Interval, reference: Interval) =>
      [0, 1].forEach((end) => {
        tally.within(name, interval[end], reference[end]!, Math.max(expected.boot_tol, ERRORS * error));
      });
    check('boot_percentile95', found.ci95.percentile!, expected.boot_percentile95);
    check('boot_percentile95_seed2', found.ci95.percentile!, expected.boot_percentile95_seed2);
    check('bca95', found.ci95.bca!, expected.bca95);
    check('bca95_seed2', found.ci95.bca!, expected.bca95_seed2);
    tally.close('bca_a', acceleration(differences), expected.bca_a);
    tally.within('bca_z0', biasOf(sampling, expected, differences), expected.bca_z0, ERRORS * biasError);
    bcaLevels(expected.bca_z0, expected.bca_a).forEach((level, i) => tally.close('bca_q', level, expected.bca_q[i]!));
  }
}

/** Standard error of a 2.5 % quantile of resampled means, as if these were normal: √(q(1 − q) / B) / density. */
function quantileError(differences: Float64Array): number {
  const { deviation } = momentsOf(differences);
  const density = Math.exp(-(normalQuantile(0.025) ** 2) / 2) / Math.sqrt(2 * Math.PI);
  return ((Math.sqrt((0.025 * 0.975) / REFERENCE) / density) * deviation) / Math.sqrt(differences.length);
}

/** Standard error of z₀: √(1/4 / B) / φ(0). */
const biasError = Math.sqrt(0.25 / REFERENCE) * Math.sqrt(2 * Math.PI);

/** z₀ of a pair, from the same resamples as its intervals. */
function biasOf(sampling: Sampling, pair: GoldenPair, differences: Float64Array): number {
  const { bootstrapped, unit, questions } = sampling.sharedBy([pair.a, pair.b].map((run) => golden.runs.indexOf(run)));
  const [a, b] = bootstrapped() as [Float64Array, Float64Array];
  const means = a.map((sum, r) => ((sum - b[r]!) * unit) / questions);
  return bootstrapBias(momentsOf(differences).mean, means, 2 * unit);
}

it('56 values of small cases seven vectors of differences: all signs gone through, Wilcoxon by three methods, t', () => {
  const tally = new Tally();
  const notFinite: string[] = [];
  for (const { name, diff, ...expected } of golden.small_cases) {
    const differences = Float64Array.from(diff);
    const check = (what: string, found: { p: number } | null, value: number | null, reference: number | null) => {
      if (reference === null || found === null) notFinite.push(`${name} ${what}`);
      else tally.close(what, value, reference);
    };
    tally.close(
      'signflip_exact_p',
      exactRandomisationP(
        differences,
        differences.map(() => 0),
      ),
      expected.signflip_exact_p,
    );
    for (const [what, method] of [['auto'], ['exact', 'exact'], ['approx', 'normal']] as const) {
      const found = wilcoxon(differences, method);
      const [w, p] = expected[`wilcoxon_${what}`];
      check(`wilcoxon_${what} W`, found, found?.w ?? null, w);
      check(`wilcoxon_${what} p`, found, found?.p ?? null, p);
    }
    const t = pairedT(differences);
    check('t', t, t?.t ?? null, expected.t[0]);
    check('p_t', t, t?.p ?? null, expected.t[1]);
  }
  expect(tally.wrong).toEqual([]);
  // Of no differences scipy's normal p and its t are NaN, where p is 1 here; of a constant its t is infinite and its p
  // 0, which is null here; of one there is no t.
  expect(notFinite).toEqual([
    ...['n5_all_zero wilcoxon_approx p', 'n5_all_zero t', 'n5_all_zero p_t'],
    ...['n7_const t', 'n7_const p_t', 'n1 t', 'n1 p_t'],
  ]);
  expect(tally.total).toBe(56);
  const inputs = golden.small_cases.reduce((sum, { diff }) => sum + diff.length, 0);
  expect(tally.total + notFinite.length + inputs).toBe(leaves(golden.small_cases));
});

it.each([
  ['studentized_range_sf', studentizedRangeUpper, 84],
  ['t_sf_two_sided', studentTwoSided, 24],
  ['norm_cdf', normalCdf, 8],
  ['norm_ppf', normalQuantile, 8],
  ['f_sf', fUpper, 16],
] as const)('140 values of distributions %s: that of scipy', (name, probability, count) => {
  const tally = new Tally();
  for (const row of golden.distributions[name]) {
    const expected = row.at(-1)!;
    const found = (probability as (...x: number[]) => number)(...row.slice(0, -1));
    // scipy takes the studentized range's upper tail from 1: it has no more than about nine decimals.
    if (name === 'studentized_range_sf') tally.within(name, found, expected, 1e-9);
    else tally.close(name, found, expected);
  }
  expect(tally.wrong).toEqual([]);
  expect(tally.total).toBe(count);
});
