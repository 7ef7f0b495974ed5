import { baseName } from '../../../base/paths';
import type { DocId } from '../../../base/types';
import { placeOf } from '../../chunk/recursive';

/** What may tell two writings of one id apart, and the id without it. */
const WAYS = {
  extension: (id: string) => id.replace(/\.[^./]+$/, ''),
  folder: baseName,
  case: (id: string) => id.toLowerCase(),
  'Unicode form': (id: string) => id.normalize('NFC'),
  'number of a passage': (id: string) => id.replace(/(?:[#:_-]|::)\d+(?:-\d+)?$/, ''),
} as const;

export type IdDifference = keyof typeof WAYS;

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
  const ways = Object.keys(WAYS) as IdDifference[];
  const meets = (way: IdDifference): boolean => {
    const short = new Set([...ours].map(WAYS[way]));
    return theirs.some((id) => short.has(WAYS[way](id)));
  };
  return ways.find(meets) ?? null;
}
