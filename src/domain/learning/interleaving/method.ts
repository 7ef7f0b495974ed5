import type { TiedRanking } from './tied-ranking';

/** With which chances a system draws the next passage of its ranking. */
export interface Drawing {
  /** Of a passage that is not shown yet; 0 where the ranking does not have it. */
  chanceOf(ranking: TiedRanking, shown: ReadonlySet<string>, passage: string): number;
  /**
   * @param at from 0 to below 1, by chance
   * @returns a passage that is not shown yet; the ranking must have one
   */
  draw(ranking: TiedRanking, shown: ReadonlySet<string>, at: number): string;
}

/**
 * Which system draws next: any of them by chance at each place (`independent`), or each once before any draws again, in an
 * order by chance (`rounds`).
 */
export type Assignment = 'independent' | 'rounds';

/** How a list is interleaved. */
export interface InterleavingMethod {
  readonly drawing: Drawing;
  readonly assignment: Assignment;
}
