import {
  sequentialEvidence,
  simultaneousPairs,
  type SequentialEvidence,
  type SequentialInput,
  type SequentialPair,
} from './sequential';

/** What questions in random order show: which system is the best, and a table of all pairs. */
export interface SequentialFigures {
  readonly shown: SequentialEvidence;
  /** Every pair once; the intervals hold together. */
  readonly pairs: readonly SequentialPair[];
}

export function sequentialFigures(input: SequentialInput): SequentialFigures {
  const shown = sequentialEvidence(input);
  return { shown, pairs: input.systems.length === 2 ? shown.pairs : simultaneousPairs(input) };
}
