import type { RankWindow } from '../../../domain/fusion/method';

/** How many passages enter a fusion, and where its list is cut. */
export function windowText(window: RankWindow | null): string {
  if (window === null) return 'whole lists';
  const { lists, fused } = window;
  return `the first ${lists} of each list${fused === undefined ? '' : `, ${fused} in all`}`;
}
