import type { SystemSpec } from './parts';

export const trainsOnQuestions = ({ crossFitted, learned }: SystemSpec): boolean =>
  learned?.kind === 'cross-validated' || (crossFitted ?? null) !== null;
