import { significant } from '../statistics/significant';
import type { DocId, Ranking } from '../../base/types';

export interface Mover {
  /** Position among the shared questions. */
  readonly question: number;
  readonly change: number;
}

/** Questions that are named of each comparison. */
const NAMED_MOVERS = 10;

/** The questions that changed most, either way; of equal changes the earlier question. Unchanged ones are left out. */
export function biggestMovers(changes: Float64Array, most = NAMED_MOVERS): Mover[] {
  // Rounding does not decide which of two equal changes is the larger one.
  return [...significant(changes)]
    .map((change, question) => ({ question, change }))
    .filter(({ change }) => change !== 0 && !Number.isNaN(change))
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || a.question - b.question)
    .slice(0, most);
}

/** Nine of ten readers who saw a passage look at the next one: the first 10 passages have 86 % of the weight. */
const DEFAULT_PERSISTENCE = 0.9;

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

interface ListChangesOptions {
  /** Passages that the Jaccard index is of. */
  readonly k: number;
  /** Persistence of rank-biased overlap. */
  readonly p?: number;
}

/** How far the lists of a system changed, without judgments: it says how much, and not whether for the better. */
export interface ListChanges {
  readonly questions: number;
  /** By question, 0 to 1: rank-biased overlap, and the Jaccard index of the first k. */
  readonly overlap: Float64Array;
  readonly jaccard: Float64Array;
  /** Means; NaN without questions. */
  readonly meanOverlap: number;
  readonly meanJaccard: number;
  /** Questions whose first passage is another, or is there in one run alone. */
  readonly firstChanged: number;
  /** Questions whose lists are the same, in the same order. */
  readonly unchanged: number;
  /** Those of the lowest overlap; the change is overlap − 1. */
  readonly movers: readonly Mover[];
}

/** @param pairs the lists of each shared question before and after, best first */
export function listChanges(
  pairs: readonly (readonly [before: Ranking, after: Ranking])[],
  { k, p = DEFAULT_PERSISTENCE }: ListChangesOptions,
): ListChanges {
  const overlap = Float64Array.from(pairs, ([before, after]) => rankBiasedOverlap(before, after, p));
  const jaccard = Float64Array.from(pairs, ([before, after]) => jaccardIndex(firstIds(before, k), firstIds(after, k)));
  const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    questions: pairs.length,
    overlap,
    jaccard,
    meanOverlap: mean(overlap),
    meanJaccard: mean(jaccard),
    firstChanged: pairs.filter(([before, after]) => before[0]?.id !== after[0]?.id).length,
    unchanged: pairs.filter(
      ([before, after]) => before.length === after.length && before.every(({ id }, i) => id === after[i]!.id),
    ).length,
    // Overlap of equal lists is 1 but for rounding.
    movers: biggestMovers(overlap.map((value) => (value > 1 - 1e-12 ? 0 : value - 1))),
  };
}

const firstIds = (ranking: Ranking, k: number): Set<DocId> => new Set(ranking.slice(0, k).map(({ id }) => id));

/** Shared share of two sets, |A ∩ B| / |A ∪ B|; 1 for two empty ones. Jaccard, “The distribution of the flora”, 1912. */
function jaccardIndex(first: ReadonlySet<DocId>, second: ReadonlySet<DocId>): number {
  const both = [...first].filter((id) => second.has(id)).length;
  const either = first.size + second.size - both;
  return either === 0 ? 1 : both / either;
}
