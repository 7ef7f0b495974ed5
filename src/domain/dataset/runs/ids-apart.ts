import { append } from '../../../base/containers';
import { baseName } from '../../../base/paths';
import type { DocId } from '../../../base/types';
import { placeOf } from '../../chunk/recursive';

/** What may tell two writings of one id apart, and the id without it. */
const WAYS = {
  extension: (id: string) => id.replace(/\.[^./]+$/, ''),
  folder: baseName,
  case: (id: string) => id.toLowerCase(),
  unicode: (id: string) => id.normalize('NFC'),
  passage: (id: string) => id.replace(/(?:[#:_-]|::)\d+(?:-\d+)?$/, ''),
} as const;

export type IdDifference = keyof typeof WAYS;

export const ID_DIFFERENCES = Object.keys(WAYS) as readonly IdDifference[];

export interface IdsApart {
  readonly count: number;
  readonly theirs: string;
  readonly ours: string;
  /** Without which some would be the same; null where nothing known tells them apart. */
  readonly without: IdDifference | null;
}

/** @returns null where any id is on both sides, or a side has none: then no score of the one says anything of the other */
export function idsApart(theirs: readonly DocId[], ours: Iterable<DocId>): IdsApart | null {
  const known = new Set<string>(ours);
  const [[first], [own]] = [theirs, known];
  // A part of a document, as results by chunks have it, is one of its own.
  const isKnown = (id: DocId): boolean => known.has(id) || known.has(placeOf(id)?.doc ?? '');
  if (first === undefined || own === undefined || theirs.some(isKnown)) return null;
  return { count: theirs.length, theirs: first, ours: own, without: idDifference(theirs, known) };
}

/** Without which some of the ids would be the same. */
export function idDifference(theirs: readonly string[], ours: ReadonlySet<string>): IdDifference | null {
  const meets = (way: IdDifference): boolean => {
    const short = new Set([...ours].map(WAYS[way]));
    return theirs.some((id) => short.has(WAYS[way](id)));
  };
  return ID_DIFFERENCES.find(meets) ?? null;
}

export interface MatchedIds {
  /** What ids of the other side are called here; those that are the same are not in it. */
  readonly ours: ReadonlyMap<string, string>;
  /** Two ids of one side that would become one. */
  readonly clash: readonly [string, string] | null;
}

export function matchIds(theirs: Iterable<string>, ours: Iterable<string>, way: IdDifference): MatchedIds {
  const known = new Set(ours);
  const named = new Map<string, string[]>();
  for (const id of known) append(named, WAYS[way](id), id);
  const matched = new Map<string, string>();
  const taken = new Map<string, string>();
  let clash: MatchedIds['clash'] = null;
  for (const id of theirs) {
    const [own, second] = known.has(id) ? [id] : (named.get(WAYS[way](id)) ?? []);
    if (own === undefined) continue;
    const before = taken.get(own);
    if (second !== undefined) clash ??= [own, second];
    else if (before !== undefined) clash ??= [before, id];
    taken.set(own, id);
    if (own !== id) matched.set(id, own);
  }
  return { ours: matched, clash };
}
