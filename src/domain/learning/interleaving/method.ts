import type { TiedRanking } from './tied-ranking';

/** With which chance a system draws each passage of its ranking next; they add to 1, or there is none left. */
export type ChancesLeft = (ranking: TiedRanking, shown: ReadonlySet<string>) => ReadonlyMap<string, number>;

/**
 * Which system draws next: any of them by chance at each place (`independent`), or each once before any draws again, in an
 * order by chance (`rounds`).
 */
export type Assignment = 'independent' | 'rounds';

/** How a list is interleaved. */
export interface InterleavingMethod {
  readonly chancesLeft: ChancesLeft;
  readonly assignment: Assignment;
}
