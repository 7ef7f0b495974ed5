import { Sampling } from '../statistics/sampling';
import { significant } from '../statistics/significant';
import type { VerdictInput } from './types';

/** What all parts of a verdict are computed from: more is better, and every question has a value of every system. */
export interface ComparedSystems {
  readonly ids: readonly string[];
  /** A row a system, negated where less is better. */
  readonly rows: readonly Float64Array[];
  /** By system, of these rows. */
  readonly means: readonly number[];
  /** Positions of the questions in the input. */
  readonly questions: readonly number[];
  /** 1, or −1 where less is better. */
  readonly sign: 1 | -1;
  readonly sampling: Sampling;
}

/** Means that differ by less differ by rounding. */
const ROUNDING = 1e-9;

/** Whether an advantage is more than the margin: what reverses a verdict. */
export const exceeds = (advantage: number, margin: number): boolean => advantage - margin > ROUNDING;

/** The questions for which every system has a value. */
export function comparedSystems(
  { systems, seed, resamples }: Pick<VerdictInput, 'systems' | 'seed' | 'resamples'>,
  sign: 1 | -1,
): ComparedSystems {
  const length = systems[0]?.values.length ?? 0;
  const questions = [...Array(length).keys()].filter((q) => systems.every(({ values }) => !Number.isNaN(values[q])));
  const rows = systems.map(({ values }) => significant(questions.map((q) => sign * values[q]! + 0)));
  const sampling = new Sampling(rows, seed, resamples);
  const { sums, unit } = sampling.sharedBy([...rows.keys()]);
  const means = sums.map((sum) => (sum * unit) / questions.length);
  return { ids: systems.map(({ id }) => id), rows, means, questions, sign, sampling };
}
