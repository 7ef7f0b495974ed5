import type { Ranking } from '../../base/types';

/** Nine of ten readers who saw a passage look at the next one: the first 10 passages have 86 % of the weight. */
export const DEFAULT_PERSISTENCE = 0.9;

/**
 * Rank-biased overlap of two rankings: agreement of the first d documents, averaged over d with weights (1 − p) pᵈ⁻¹,
 * extrapolated beyond the end of the lists (RBO_ext), which may be of unequal length. Documents of equal scores count as
 * the mean over all their orders (RBOᵃ): which of them comes first says nothing.
 *
 * Webber, Moffat and Zobel, “A similarity measure for indefinite rankings”, 2010, equation 32; Corsi and Urbano, “The
 * treatment of ties in rank-biased overlap”, 2024.
 *
 * @param first, second best first, each document once
 * @param p persistence, above 0 and below 1
 * @returns 0 to 1; 1 for two empty lists, and 0 where only one is empty
 * @throws {RangeError} for another p
 */
export function rankBiasedOverlap(first: Ranking, second: Ranking, p = DEFAULT_PERSISTENCE): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`a persistence of ${p}`);
  const [short, long] = first.length > second.length ? [second, first] : [first, second];
  const [s, l] = [short.length, long.length];
  if (s === 0) return l === 0 ? 1 : 0;
  const places = new Map(tiedPlaces(short).map((place, i) => [short[i]!.id, place]));
  const items = tiedPlaces(long).map((place, i) => ({ long: place, short: places.get(long[i]!.id) ?? null }));
  let [sum, weight, agreementAtS] = [0, 1, 0];
  let overlap = 0;
  for (let d = 1; d <= l; d++) {
    weight *= p;
    let [unseen, count] = [0, 0];
    overlap = 0;
    for (const item of items) {
      const share = shareWithin(item.long, d);
      if (share === 0) break;
      if (item.short) overlap += share * shareWithin(item.short, d);
      else {
        unseen += share;
        count++;
      }
    }
    if (d === s) agreementAtS = overlap / d;
    // What the shorter list would go on with agrees as much as what it has.
    const extrapolated = d > s ? ((d - s) * agreementAtS * unseen) / count : 0;
    sum += ((overlap + extrapolated) / d) * weight;
  }
  const beyond = ((overlap + (l - s) * agreementAtS) / l) * weight;
  return ((1 - p) / p) * sum + beyond;
}

/** Ranks from 1 that the documents of one score share. */
interface TiedPlace {
  readonly from: number;
  readonly to: number;
}

function tiedPlaces(ranking: Ranking): TiedPlace[] {
  const places: TiedPlace[] = [];
  for (let start = 0; start < ranking.length;) {
    let end = start + 1;
    while (end < ranking.length && ranking[end]!.score === ranking[start]!.score) end++;
    const place = { from: start + 1, to: end };
    for (; start < end; start++) places.push(place);
  }
  return places;
}

/** The share of the orders of equal scores in which a document is among the first d. */
const shareWithin = ({ from, to }: TiedPlace, d: number): number =>
  d < from ? 0 : d >= to ? 1 : (d - from + 1) / (to - from + 1);
