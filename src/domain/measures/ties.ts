import { append, valueOf } from '../../base/containers';
import type { DocId, Need, Ranking, Span } from '../../base/types';
import { rank } from '../run/order';
import { checkRanking, isJudged, JudgedRanking, type MetNeeds } from './judge';
import type { TieOrder } from './measure';
import type { Measure } from './parse';
import { definitionOf } from './registry';
import { argumentsOf } from './score';

export interface TieBounds {
  readonly low: number;
  readonly high: number;
}

/** Null where no tie matters. @throws {RangeError} for a document listed twice or a score that is not a number */
export function judgeTies(
  ranking: Ranking,
  judged: ReadonlyMap<DocId, number>,
  needs?: readonly Need[],
): JudgedTies | null {
  checkRanking(ranking);
  const hits = rank(ranking);
  const ids = hits.map((hit) => hit.id);
  const needed = new Set(needs?.flatMap(({ docs }) => docs));
  const groups = groupsOf(hits).filter(({ start, end }) => {
    const members = ids.slice(start, end);
    return new Set(members.map((id) => gradeOrNone(judged.get(id)))).size > 1 || members.some((id) => needed.has(id));
  });
  return groups.length === 0 ? null : new JudgedTies(ids, judged, groups, needs ?? null);
}

/**
 * The best and worst orders of equal scores; exact for a measure with a `tieOrder`, but with needs F1 takes the
 * extremes of precision and recall together, and recall may only be bounded (see {@link needExtremes}).
 */
export class JudgedTies {
  readonly #extremes = new Map<TieOrder, readonly [JudgedRanking, JudgedRanking]>();
  readonly #needs: { readonly best: MetNeeds; readonly worst: MetNeeds } | null;

  constructor(
    private readonly ids: readonly DocId[],
    private readonly judged: ReadonlyMap<DocId, number>,
    private readonly groups: readonly Span[],
    needs: readonly Need[] | null,
  ) {
    this.#needs = needs && needExtremes(needs, ids, groups);
  }

  range(measure: Measure, options: { readonly relevance?: number; readonly maxGrade: number }): TieBounds {
    const { tieOrder, compute } = definitionOf(measure);
    const at = argumentsOf(measure, options);
    const [best, worst] = this.#ordered(tieOrder).map((ranking) => compute(ranking, at));
    // The best order of a measure of which less is better gives its lowest value.
    return { low: Math.min(best!, worst!), high: Math.max(best!, worst!) };
  }

  #ordered(order: TieOrder): readonly [JudgedRanking, JudgedRanking] {
    return valueOf(this.#extremes, order, () => {
      const worth = worthOf(order);
      const sorted = (sign: 1 | -1) => this.#sorted((a, b) => sign * (worth(b) - worth(a)));
      const { best, worst } = this.#needs ?? { best: null, worst: null };
      return [new JudgedRanking(sorted(1), this.judged, best), new JudgedRanking(sorted(-1), this.judged, worst)];
    });
  }

  #sorted(compare: (a: number | undefined, b: number | undefined) => number): (number | undefined)[] {
    const grades = this.ids.map((id) => this.judged.get(id));
    for (const { start, end } of this.groups) {
      const members = grades.slice(start, end).map((grade) => ({ grade }));
      members.sort((a, b) => compare(a.grade, b.grade)).forEach(({ grade }, i) => (grades[start + i] = grade));
    }
    return grades;
  }
}

function worthOf(order: TieOrder): (grade: number | undefined) => number {
  switch (order) {
    case 'grade':
      return (grade) => Math.max(grade ?? 0, 0);
    case 'judged':
      return (grade) => (isJudged(grade) ? 1 : 0);
    case 'none':
      throw new RangeError('this measure has no order of ties that bounds it');
  }
}

/** Ranks `start … end − 1`, from 0, of documents with equal scores. */
function groupsOf(hits: Ranking): Span[] {
  const groups: Span[] = [];
  for (let start = 0, end = 1; start < hits.length; start = end++) {
    while (end < hits.length && hits[end]!.score === hits[start]!.score) end++;
    if (end - start > 1) groups.push({ start, end });
  }
  return groups;
}

const gradeOrNone = (grade: number | undefined): number => (isJudged(grade) ? grade : -1);

/** Up to this many needs within a group all their subsets are tried. */
const MAX_SUBSETS_OF = 12;

/**
 * When needs are met under the best and the worst order of equal scores: `ranks[j]` is the rank at which j + 1 are met.
 * The best order covers j needs with the fewest documents, the worst keeps to j − 1 for the most. Up to 12 needs in a
 * group are tried in every subset; of more, each alone, which may make the range too wide.
 */
function needExtremes(
  needs: readonly Need[],
  ids: readonly DocId[],
  groups: readonly Span[],
): { best: MetNeeds; worst: MetNeeds } {
  const needsOf = new Map<DocId, number[]>();
  needs.forEach(({ docs }, need) => new Set(docs).forEach((doc) => append(needsOf, doc, need)));
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
