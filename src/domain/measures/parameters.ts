/** Parameters of measures, as they are written: `P(rel=2)@5`. */
export type ParameterName = 'rel' | 'p' | 'max' | 'recall';

export interface Parameter {
  /** Value where none is given; absent where the options of scoring or the judgments decide. */
  readonly default?: number;
  /** What a value must be, to end the sentence “… must be”. */
  readonly expected: string;
  readonly accepts: (value: number) => boolean;
}

const wholeFromOne = (value: number) => Number.isSafeInteger(value) && value >= 1;

export const parameters: Readonly<Record<ParameterName, Parameter>> = {
  rel: { expected: 'a whole number of at least 1, the lowest grade that counts as relevant', accepts: wholeFromOne },
  p: { default: 0.8, expected: 'a number between 0 and 1, as 0.8', accepts: (value) => value > 0 && value < 1 },
  max: { expected: 'a whole number of at least 1, the highest grade of the scale', accepts: wholeFromOne },
  recall: { default: 0, expected: 'a number from 0 to 1, as 0.1', accepts: (value) => value >= 0 && value <= 1 },
};
