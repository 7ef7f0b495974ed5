import { Places } from '../../domain/judging/places';
import type { Doc, DocId, Place } from '../../base/types';

/** A passage: a part of a document, or all of it where `place` is null. */
export interface At {
  readonly id: DocId;
  readonly place: Place | null;
}

export type IsSame = (a: At, b: At) => boolean;

/** Tells whether two passages are the same place, so that passages of two chunkings can be told to be one. */
export function samePlaces(docs: ReadonlyMap<DocId, Pick<Doc, 'text'>>): IsSame {
  const places = new Places(docs);
  const placed = ({ id, place }: At) => ({ doc: place?.doc ?? id, span: place });
  return (a, b) => places.areSame(placed(a), placed(b));
}
