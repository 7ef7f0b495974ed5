export type Interval = readonly [number, number];

/** 95 % bootstrap intervals by two methods; null where there is nothing to resample. */
export interface Intervals {
  readonly percentile: Interval | null;
  readonly bca: Interval | null;
}

/** p-values of one difference; null where a test is not defined, as t where all differences are the same but not 0. */
export interface PValues {
  readonly t: number | null;
  readonly randomisation: number | null;
  readonly wilcoxon: number | null;
}

export interface PairComparison {
  readonly a: string;
  readonly b: string;
  readonly questions: number;
  readonly meanDifference: number;
  readonly ci95: Intervals;
  readonly p: PValues;
  /** Whether the randomisation test went through all sign flips instead of a sample of them. */
  readonly exact: boolean;
  readonly holm: PValues;
  readonly bh: PValues;
  /** p of the topic-blocked Tukey HSD; null where the systems have not all values for the same questions, or one only. */
  readonly tukey: number | null;
  /** Cohen's d of paired samples: mean difference / standard deviation of the differences; null where that is infinite. */
  readonly dz: number | null;
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  /** Standard deviation (n − 1) of the differences; null for fewer than two questions. */
  readonly deviation: number | null;
}

export interface SystemMean {
  readonly system: string;
  readonly mean: number;
  readonly questions: number;
  readonly ci95: Intervals;
}

export interface Comparison {
  readonly measure: string;
  readonly seed: number;
  readonly resamples: number;
  readonly means: readonly SystemMean[];
  /** Every pair once, `a` before `b` in the order of the systems. */
  readonly pairs: readonly PairComparison[];
}

export interface ComparisonInput {
  readonly measure: string;
  readonly systems: readonly string[];
  readonly values: readonly Float64Array[];
  readonly seed: number;
  readonly resamples: number;
}
