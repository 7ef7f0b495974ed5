import type { Comparison } from '../../../domain/statistics/types';
import { count, counted } from '../format';

export const rankingTest = (
  test: 'randomisation' | 'tukey',
  { pairs, resamples }: Pick<Comparison, 'pairs' | 'resamples'>,
): string =>
  test === 'tukey'
    ? `Tukey’s HSD; ${counted(pairs.length, 'pair')} are too many for Holm’s correction of ${count(resamples)} permutations`
    : `paired randomisation test, Holm-corrected for ${counted(pairs.length, 'pair')}`;
