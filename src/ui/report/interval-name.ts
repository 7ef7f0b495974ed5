import type { Verdict } from '../../domain/verdict/types';

/** What the intervals of differences to the best are: while judging goes on, they hold at every look. */
export const intervalName = ({ judging }: Verdict): string =>
  judging ? 'simultaneous 95 % confidence sequence' : 'simultaneous 95 % interval (Hsu)';
