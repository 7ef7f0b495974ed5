import type { SystemSpec } from './parts';

/** Whether a system learns from the judgments of the questions that it is scored on. */
export const trainsOnQuestions = ({ crossFitted, learned }: SystemSpec): boolean =>
  learned?.kind === 'cross-validated' || (crossFitted ?? null) !== null;
