import { Ink, SAME_PLACE } from '../../domain/chunk/overlap';
import type { DocId, Place } from '../../domain/types';

/** A passage: a part of a document, or all of it where `place` is null. */
export interface At {
  readonly id: DocId;
  readonly place: Place | null;
}

export type IsSame = (a: At, b: At) => boolean;

/**
 * Tells whether two passages are the same place, as judgments of spans are read: so that passages of two chunkings can be
 * told to be one.
 *
 * @param textOf the text of a document
 */
export function samePlaces(textOf: (doc: DocId) => string): IsSame {
  const inks = new Map<DocId, Ink>();
  const inkOf = (doc: DocId): Ink => {
    const ink = inks.get(doc) ?? new Ink(textOf(doc));
    inks.set(doc, ink);
    return ink;
  };
  const whole = ({ id, place }: At): Place => place ?? { doc: id, start: 0, end: textOf(id).length };
  return (a, b) => {
    if (a.id === b.id) return true;
    if ((a.place?.doc ?? a.id) !== (b.place?.doc ?? b.id)) return false;
    return inkOf(a.place?.doc ?? a.id).overlap(whole(a), whole(b)) >= SAME_PLACE;
  };
}
