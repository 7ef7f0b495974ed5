import type { Ranking } from '../../../base/types';

/** Passages of one system for one question, best first; those of an inner list have the same score. */
export type TiedRanking = readonly (readonly string[])[];

/**
 * The first passages of a ranking, with its ties. A passage that is there twice counts where it is first. Ties are cut
 * at the depth in the order of the ranking, as the system would show them.
 *
 * @param ranking best first
 */
export function tiedRanking(ranking: Ranking, depth: number): TiedRanking {
  const groups: string[][] = [];
  const seen = new Set<string>();
  let score = NaN;
  for (const hit of ranking) {
    if (seen.size === depth) break;
    if (seen.has(hit.id)) continue;
    seen.add(hit.id);
    if (hit.score === score) groups.at(-1)!.push(hit.id);
    else groups.push([hit.id]);
    score = hit.score;
  }
  return groups;
}
