import type { JudgedRanking } from './judge';

/** Parameters of measures, as they are written: `P(rel=2)@5`. */
export type ParameterName = 'rel' | 'p' | 'max' | 'recall' | 'chars' | 'tokens';

interface Parameter {
  /** Value where none is given; absent where the options of scoring or the judgments decide. */
  readonly default?: number;
  readonly accepts: (value: number) => boolean;
}

const isPositive = (value: number) => Number.isSafeInteger(value) && value >= 1;

export const parameters: Readonly<Record<ParameterName, Parameter>> = {
  rel: { accepts: isPositive },
  p: { default: 0.8, accepts: (value) => value > 0 && value < 1 },
  max: { accepts: isPositive },
  recall: { default: 0, accepts: (value) => value >= 0 && value <= 1 },
  chars: { accepts: isPositive },
  tokens: { accepts: isPositive },
};

export interface MeasureArguments {
  /** k: only the first k documents count; Infinity where the ranking is not cut. */
  readonly cutoff: number;
  /** Lowest grade that counts as relevant. */
  readonly relevance: number;
  /** Persistence of RBP: the probability that a reader continues to the next document. */
  readonly p: number;
  /** Highest grade of the scale. */
  readonly maxGrade: number;
  /** Level of interpolated precision. */
  readonly recall: number;
  /** Budget of text in code points; Infinity where there is none. */
  readonly chars: number;
  /** Budget of text in tokens; Infinity where there is none. */
  readonly tokens: number;
}

/**
 * The order of equal scores that gives a measure its highest or lowest value: higher grades first, judged documents
 * first, or `none` where no order is known to bound it.
 */
export type TieOrder = 'grade' | 'judged' | 'none';

/** How a measure is computed; its texts are in `ui/shared/messages/measures.ts`. */
export interface MeasureDefinition {
  /** The published name, with which its text begins. */
  readonly name: string;
  /** Read, never written. */
  readonly aliases: readonly string[];
  /** Whether its text has `@k`. */
  readonly cutoff: 'required' | 'optional' | 'none';
  /** In the order in which they are written. */
  readonly parameters: readonly ParameterName[];
  /** How values of questions become one number. Geometric means take values below 1e-5 as 1e-5, as trec_eval. */
  readonly aggregate: 'mean' | 'sum' | 'geometric mean';
  /** Which values are better; null where neither is, as for counts. */
  readonly better: 'higher' | 'lower' | null;
  /** Lowest and highest possible value of a question; null where it is not bounded. */
  readonly range: readonly [number, number] | null;
  readonly tieOrder: TieOrder;
  /** Whether it needs the text that was retrieved: lists alone do not give it. */
  readonly readsText?: true;
  readonly compute: (ranking: JudgedRanking, at: MeasureArguments) => number;
}

/** What most measures have in common: a mean of shares of which more is better, by the grade that counts as relevant. */
export const shareMeasure = {
  aliases: [],
  parameters: ['rel'],
  aggregate: 'mean',
  better: 'higher',
  range: [0, 1],
  tieOrder: 'grade',
} as const;
