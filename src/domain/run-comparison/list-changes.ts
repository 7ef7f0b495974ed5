import { jaccardIndex } from '../judging/places';
import { significant } from '../statistics/significant';
import type { DocId, Ranking } from '../../base/types';

export interface Mover {
  readonly question: number;
  readonly change: number;
}

/** Questions that are named of each comparison. */
const NAMED_MOVERS = 10;

export function biggestMovers(changes: Float64Array): Mover[] {
  // Rounding does not decide which of two equal changes is the larger one.
  return [...significant(changes)]
    .map((change, question) => ({ question, change }))
    .filter(({ change }) => change !== 0 && !Number.isNaN(change))
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || a.question - b.question)
    .slice(0, NAMED_MOVERS);
}

/** Nine of ten readers who saw a passage look at the next one: the first 10 passages have 86 % of the weight. */
const DEFAULT_PERSISTENCE = 0.9;

/**
 * RBO_ext; equal scores count as the mean over all their orders (RBOᵃ). Webber, Moffat and Zobel, “A similarity measure
 * for indefinite rankings”, 2010, equation 32; Corsi and Urbano, “The treatment of ties in rank-biased overlap”, 2024.
 * @param p persistence @returns 1 for two empty lists @throws {RangeError} for a p not between 0 and 1
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

const shareWithin = ({ from, to }: TiedPlace, d: number): number =>
  d < from ? 0 : d >= to ? 1 : (d - from + 1) / (to - from + 1);

export type ListChanges = ReturnType<typeof listChanges>;

export function listChanges(
  pairs: readonly (readonly [before: Ranking, after: Ranking])[],
  { k, p = DEFAULT_PERSISTENCE }: { readonly k: number; readonly p?: number },
) {
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
