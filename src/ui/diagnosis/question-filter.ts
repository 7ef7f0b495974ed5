import { questionAnnotation, type Annotations } from '../../domain/diagnosis/annotations';
import { bestRank, type Cause, CAUSES } from '../../domain/diagnosis/cause';
import type { Missed } from '../../domain/diagnosis/diagnose';
import { PART_KEYS, type PartKey } from '../../domain/experiment/parts';
import { type QueryId, queryId, type Query, type Ranking } from '../../base/types';
import type { ResultRecord } from '../../contract/result';
import type { JudgedPlace, Places } from '../../domain/judging/places';

export interface ListFilter {
  readonly finds: readonly string[];
  readonly misses: readonly string[];
  readonly nobody: boolean;
  readonly cause: Cause | null;
  /** A missed passage lost at least so many ranks in a stage of that system. */
  readonly drop: { readonly part: PartKey; readonly by: number } | null;
  readonly tag: string | null;
  readonly noted: boolean;
  readonly text: string;
  readonly picked: readonly QueryId[];
}

export const EVERY: ListFilter = {
  finds: [],
  misses: [],
  nobody: false,
  cause: null,
  drop: null,
  tag: null,
  noted: false,
  text: '',
  picked: [],
};

/** In an address: all questions, unlike no filter, which lists those that the system misses. */
const ALL = 'all';

export function filterText({ finds, misses, nobody, cause, drop, tag, noted, text, picked }: ListFilter): string {
  const params = new URLSearchParams([
    ...finds.map((id) => ['finds', id]),
    ...misses.map((id) => ['misses', id]),
    ...(nobody ? [['nobody', '1']] : []),
    ...(cause ? [['cause', cause]] : []),
    ...(drop ? [['drop', `${drop.part} ${drop.by}`]] : []),
    ...(tag !== null ? [['tag', tag]] : []),
    ...(noted ? [['noted', '1']] : []),
    ...(text.trim() !== '' ? [['text', text.trim()]] : []),
    ...picked.map((id) => ['id', id]),
  ]);
  return params.size === 0 ? ALL : params.toString();
}

/** What is unknown is dropped. @param system that is diagnosed: without a filter its misses are listed */
export function parseFilter(filter: string | undefined, system: string): ListFilter {
  if (!filter) return { ...EVERY, misses: [system] };
  if (filter === ALL) return EVERY;
  const params = new URLSearchParams(filter);
  const [part, by] = (params.get('drop') ?? '').split(' ');
  const dropped = PART_KEYS.find((each) => each === part);
  return {
    finds: params.getAll('finds'),
    misses: params.getAll('misses'),
    nobody: params.has('nobody'),
    cause: CAUSES.find((each) => each === params.get('cause')) ?? null,
    drop: dropped && Number(by) > 0 ? { part: dropped, by: Number(by) } : null,
    tag: params.get('tag'),
    noted: params.has('noted'),
    text: params.get('text') ?? '',
    picked: params.getAll('id').map(queryId),
  };
}

export interface ListedSlice {
  readonly name: string;
  readonly positions: ReadonlySet<number>;
}

export interface FilterFacts {
  readonly k: number;
  readonly systems: readonly string[];
  readonly missed: ReadonlyMap<QueryId, readonly Missed[]>;
  readonly annotations: Annotations;
  readonly slice: ReadonlySet<number> | null;
}

/** A system that the result does not have neither finds nor misses. */
export function matchingQuestions(
  questions: readonly RankedQuestion[],
  { finds, misses, nobody, cause, drop, tag, noted, text, picked }: ListFilter,
  { k, systems, missed, annotations, slice }: FilterFacts,
): readonly RankedQuestion[] {
  const needle = folded(text.trim());
  const selected = picked.length > 0 ? new Set(picked) : null;
  const positionsOf = (ids: readonly string[]): number[] =>
    ids.map((id) => systems.indexOf(id)).filter((at) => at >= 0);
  const [finding, missing] = [positionsOf(finds), positionsOf(misses)];
  return questions.filter(({ id, index, ranks, text: asked }) => {
    const isFound = (at: number): boolean => isWithin(ranks[at]!, k);
    if (slice && !slice.has(index)) return false;
    if (selected && !selected.has(id)) return false;
    if (!finding.every(isFound) || missing.some(isFound)) return false;
    if (nobody && ranks.some((rank) => isWithin(rank, k))) return false;
    const own = missed.get(id) ?? [];
    if (cause && !own.some((each) => each.cause === cause)) return false;
    if (drop && !own.some((each) => lostRanks(each, drop.part) >= drop.by)) return false;
    const { tags, note } = questionAnnotation(annotations, id);
    if (tag !== null && !tags.includes(tag)) return false;
    if (noted && note === '') return false;
    return needle === '' || folded(`${asked ?? ''} ${id}`).includes(needle);
  });
}

export const isWithin = (rank: number, k: number): boolean => rank > 0 && rank <= k;

/** Ranks that a passage lost in a part; those of a join are counted from its best list. */
function lostRanks({ facts: { steps, retrievers } }: Missed, part: PartKey): number {
  const step = steps.find((each) => each.part === part);
  const before = step?.joins ? bestRank(retrievers) : (step?.before ?? null);
  if (!step || before === null) return 0;
  return (step.after ?? Infinity) - before;
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

export interface RankedQuestion {
  readonly index: number;
  readonly id: QueryId;
  /** Null where the question was deleted since; its id where the source gives ids alone. */
  readonly text: string | null;
  /** Rank of the first relevant passage under each system, in the order of the result; 0 where none was found. */
  readonly ranks: readonly number[];
}

export function rankedQuestions(
  { queries, systems }: Pick<ResultRecord, 'queries' | 'systems'>,
  queryOf: (id: QueryId) => Query | undefined,
): RankedQuestion[] {
  return queries.map((id, index) => {
    const query = queryOf(id);
    const ranks = systems.map(({ firstRelevant }) => firstRelevant[index] ?? 0);
    return { index, id, text: query ? query.text || query.id : null, ranks };
  });
}

/** The rank of the first passage of a list that is at a place, by the rule that makes a chunk relevant; null for none. */
export function rankOfPlace(ranking: Ranking, place: JudgedPlace, places: Places): number | null {
  const at = ranking.findIndex(({ id }) => {
    const found = places.of(id);
    return found.doc === place.doc && places.areSame(found, place);
  });
  return at < 0 ? null : at + 1;
}
