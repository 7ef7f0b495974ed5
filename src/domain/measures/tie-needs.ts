import type { DocId, Need } from '../../base/types';
import type { MetNeeds } from './judge';

/** Ranks `start … end − 1`, from 0, of documents with equal scores. */
export interface TieGroup {
  readonly start: number;
  readonly end: number;
}

/** Needs met within one group of equal scores up to which all their subsets are tried. */
const MAX_SUBSETS_OF = 12;

/**
 * When needs are met under the best and under the worst order of equal scores: `ranks[j]` is the rank at which j + 1
 * needs are met, so that the needs met within k, which is all that recall counts, are those of the best or worst order
 * for this k.
 *
 * A need that a group above meets is met; among those that a group meets first, each document stands for a set of
 * needs. The best order covers j of them with the fewest documents, the worst keeps to j − 1 of them for the most. Up to
 * 12 needs in a group are tried in every subset, which is exact; of more, each is taken alone, which may make the range
 * too wide.
 */
export function needExtremes(
  needs: readonly Need[],
  ids: readonly DocId[],
  groups: readonly TieGroup[],
): { best: MetNeeds; worst: MetNeeds } {
  const needsOf = new Map<DocId, number[]>();
  needs.forEach(({ docs }, need) => new Set(docs).forEach((doc) => addTo(needsOf, doc, need)));
  const met = new Set<number>();
  const best: number[] = [];
  const worst: number[] = [];
  const startAt = new Map(groups.map((group) => [group.start, group]));
  for (let start = 0; start < ids.length;) {
    const end = startAt.get(start)?.end ?? start + 1;
    const docs = ids.slice(start, end).map((id) => (needsOf.get(id) ?? []).filter((need) => !met.has(need)));
    const open = [...new Set(docs.flat())];
    const within = open.length > MAX_SUBSETS_OF ? boundsAlone(docs, open) : bySubsets(docs, open);
    best.push(...within.best.map((place) => start + place));
    worst.push(...within.worst.map((place) => start + place));
    for (const need of open) met.add(need);
    start = end;
  }
  return { best: { total: needs.length, ranks: best }, worst: { total: needs.length, ranks: worst } };
}

/** Places, from 1 within the group, at which 1, 2, … of its open needs are met. */
interface RankPlaces {
  readonly best: number[];
  readonly worst: number[];
}

function bySubsets(docs: readonly (readonly number[])[], open: readonly number[]): RankPlaces {
  const masks = docs.map((needs) => needs.reduce((mask, need) => mask | (1 << open.indexOf(need)), 0));
  /** Fewest documents that cover exactly the needs of a subset. */
  const fewest = new Float64Array(1 << open.length).fill(Infinity);
  fewest[0] = 0;
  const best: number[] = new Array<number>(open.length).fill(Infinity);
  const most: number[] = new Array<number>(open.length).fill(0);
  // A union is never smaller than what it was made from, so ascending order has all of them ready.
  for (let subset = 0; subset < fewest.length; subset++) {
    const size = bits(subset);
    for (const mask of masks) fewest[subset | mask] = Math.min(fewest[subset | mask]!, fewest[subset]! + 1);
    for (let j = 0; j < size; j++) best[j] = Math.min(best[j]!, fewest[subset]!);
    const inside = masks.filter((mask) => (mask & ~subset) === 0).length;
    for (let j = size; j < open.length; j++) most[j] = Math.max(most[j]!, inside);
  }
  return { best, worst: most.map((count) => count + 1) };
}

/** As if each need could have the order that is best or worst for it alone. */
function boundsAlone(docs: readonly (readonly number[])[], open: readonly number[]): RankPlaces {
  const widest = Math.max(...docs.map((needs) => needs.length));
  const last = open.map((need) => docs.filter((needs) => !needs.includes(need)).length + 1);
  return { best: open.map((_, j) => Math.ceil((j + 1) / widest)), worst: last.sort((a, b) => a - b) };
}

function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest > 0; rest &= rest - 1) count++;
  return count;
}

function addTo(map: Map<DocId, number[]>, key: DocId, value: number): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
