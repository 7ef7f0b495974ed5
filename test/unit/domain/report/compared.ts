import type { Comparison, PairComparison } from '../../../../src/domain/statistics/types';

/** A pair of which only the difference and Holm's p of the randomisation test matter. */
export function pair(a: string, b: string, meanDifference: number, holm: number | null): PairComparison {
  const p = { t: 0.5, randomisation: 0.25, wilcoxon: 0.125 };
  return {
    a,
    b,
    questions: 60,
    meanDifference,
    ci95: { percentile: [-0.5, 0.5], bca: [-0.25, 0.5] },
    p,
    exact: false,
    holm: { t: 0.75, randomisation: holm, wilcoxon: 0.75 },
    bh: { t: 0.6, randomisation: 0.3, wilcoxon: 0.6 },
    tukey: 0.9,
    dz: 0.1,
    wins: 3,
    ties: 2,
    losses: 1,
    deviation: 0.1,
  };
}

export function comparison(measure: string, systems: string[], pairs: PairComparison[]): Comparison {
  const ci95 = { percentile: null, bca: null };
  const means = systems.map((system) => ({ system, mean: 0.5, questions: 60, ci95 }));
  return { measure, seed: 42, resamples: 10_000, means, pairs };
}
