import type { PackedRankings } from '../run/packed';
import type { ExperimentSpec } from '../experiment/experiment';
import { valueOf } from '../../base/containers';
import { hashText } from '../../base/hash';
import type { DocId, QueryId } from '../../base/types';
import { type Copies, type JudgedPlace, placeKey, type Places } from './places';

/** Lists of some systems for some questions: a result, or a run without judgments. */
export interface PoolInput {
  readonly spec: ExperimentSpec;
  readonly queries: readonly QueryId[];
  readonly docs: readonly DocId[];
  readonly systems: readonly { readonly id: string; readonly top: PackedRankings }[];
}

export interface PoolItem {
  readonly key: string;
  readonly place: JudgedPlace;
  /** Passages elsewhere that say the same in the same words; they get the same grade. */
  readonly copies: readonly JudgedPlace[];
  readonly members: readonly DocId[];
}

export interface PoolChoice {
  readonly depth: number;
  readonly systems: ReadonlySet<string>;
}

export function firstOf({ docs }: PoolInput, top: PackedRankings, index: number, depth: number): DocId[] {
  const [from, to] = [top.offsets[index] ?? 0, top.offsets[index + 1] ?? 0];
  return Array.from(top.docs.subarray(from, Math.min(to, from + depth)), (doc) => docs[doc]!);
}

/** First passages of all systems, each once (Spärck Jones and van Rijsbergen 1975), in an order that shows no rank. */
export function judgingPool(
  input: PoolInput,
  index: number,
  { depth, systems }: PoolChoice,
  { places, copies, seed }: { readonly places: Places; readonly copies: Copies; readonly seed: string },
): PoolItem[] {
  const chosen = input.systems.filter(({ id }) => systems.has(id));
  const ids = new Set(chosen.flatMap(({ top }) => firstOf(input, top, index, depth)));
  const groups = groupPlaces(ids, places);
  const hashes = new Map(groups.map(({ place }) => [place, hashOf(seed, input.queries[index]!, place)]));
  groups.sort((a, b) => (hashes.get(a.place)! < hashes.get(b.place)! ? -1 : 1));
  const items: { place: JudgedPlace; copies: JudgedPlace[]; members: DocId[] }[] = [];
  for (const { place, members } of groups) {
    const known = items.find((item) => copies.areCopies(item.place, place));
    if (known) {
      known.copies.push(place);
      known.members.push(...members);
    } else items.push({ place, copies: [], members });
  }
  return items.map((item) => ({ key: placeKey(item.place), ...item }));
}

const hashOf = (seed: string, query: QueryId, place: JudgedPlace): string =>
  hashText(JSON.stringify([seed, query, placeKey(place)]));

interface Group {
  readonly place: JudgedPlace;
  readonly members: DocId[];
}

function groupPlaces(ids: ReadonlySet<DocId>, places: Places): Group[] {
  const found = [...ids].map((id) => ({ id, place: places.of(id) }));
  const visible = new Map(found.map(({ id, place }) => [id, places.inkOf(place)]));
  found.sort((a, b) => visible.get(b.id)! - visible.get(a.id)! || (a.id < b.id ? -1 : 1));
  const byDoc = new Map<DocId, Group[]>();
  for (const { id, place } of found) {
    const groups = valueOf(byDoc, place.doc, () => []);
    const same = groups
      .map((group) => ({ group, overlap: places.overlap(group.place, place) }))
      .filter((each) => places.areSame(each.group.place, place))
      .sort((a, b) => b.overlap - a.overlap)[0];
    if (same) same.group.members.push(id);
    else groups.push({ place, members: [id] });
  }
  return [...byDoc.values()].flat();
}
