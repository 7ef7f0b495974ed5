import type { JudgedRanking } from './judge';
import type { ParameterName } from './parameters';

/** What a measure is computed with, besides the ranking. */
export interface MeasureArguments {
  /** k: only the first k documents count; Infinity where the ranking is not cut. */
  readonly cutoff: number;
  /** Lowest grade that counts as relevant. */
  readonly relevance: number;
  /** Persistence of RBP: the chance that a reader goes on to the next document. */
  readonly p: number;
  /** Highest grade of the scale, for measures that turn grades into shares of it. */
  readonly maxGrade: number;
  /** Recall level of interpolated precision. */
  readonly recall: number;
}

/** How the values of questions become one number. Geometric means take values below 1e-5 for 1e-5, as trec_eval. */
type Aggregate = 'mean' | 'sum' | 'geometric mean';

/**
 * The order inside a group of equal scores that gives a measure its highest or lowest value:
 *
 * - `grade`: higher grades first, so that what is relevant stands above all else at every threshold;
 * - `judged`: judged documents first;
 * - `none`: no order is known to bound it.
 */
export type TieOrder = 'grade' | 'judged' | 'none';

/** A measure for people who do not know it: plain texts, shown beside the table. */
interface Explanation {
  readonly formula: string;
  readonly rewards: string;
  /** When not to use it. */
  readonly avoid: string;
}

/** How a measure is computed; one file and one line of `registry.ts` each. */
export interface MeasureDefinition {
  /** The published name, which its text begins with. */
  readonly name: string;
  /** Other names under which it is read, never written. */
  readonly aliases: readonly string[];
  /** Short heading of a column. */
  readonly label: string;
  /** What it tells, for people, in one sentence. */
  readonly summary: string;
  readonly explanation: Explanation;
  /** Whether its text has `@k`. */
  readonly cutoff: 'required' | 'optional' | 'none';
  /** Parameters that it knows, in the order in which they are written. */
  readonly parameters: readonly ParameterName[];
  readonly aggregate: Aggregate;
  /** Which values are better; null where neither is, as for counts. */
  readonly better: 'higher' | 'lower' | null;
  /** Lowest and highest possible value of a question; null where it is not bounded. */
  readonly range: readonly [number, number] | null;
  readonly tieOrder: TieOrder;
  /** @returns the value for one question */
  readonly compute: (ranking: JudgedRanking, at: MeasureArguments) => number;
}

/** What most measures have in common: from 0 to 1, more is better, and the mean over questions counts. */
export const shareMeasure = { aggregate: 'mean', better: 'higher', range: [0, 1] } as const;
