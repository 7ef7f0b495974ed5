import { Places } from '../../domain/judging/places';
import type { GradedPlace } from '../../domain/questions/add';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { Doc, DocId, Place, QueryId } from '../../base/types';
import type { TriedPassage, TriedQuestion } from '../../workbench/inspect/tried-question';

export interface Tried {
  readonly question: TriedQuestion;
  readonly spec: ExperimentSpec;
  /** By passage: also of passages that systems which were asked before found. */
  readonly judged: ReadonlyMap<DocId, GradedPlace>;
  readonly answer: string;
  readonly saved: { readonly id: QueryId; readonly judged: Tried['judged']; readonly answer: string } | null;
}

/** A question that was asked; what was made of it before, where it was, stays. */
export const triedAgain = (question: TriedQuestion, spec: ExperimentSpec, before: Tried | undefined): Tried => ({
  ...(before ?? { judged: new Map(), answer: '', saved: null }),
  question,
  spec,
});

/** @param grade null takes the grade back */
export function graded({ judged }: Tried, { id, place }: Pick<TriedPassage, 'id' | 'place'>, grade: number | null) {
  const changed = new Map(judged);
  if (grade === null) changed.delete(id);
  else changed.set(id, { at: place ?? id, grade });
  return changed;
}

export const isSaved = ({ saved, judged, answer }: Tried): boolean =>
  saved !== null && saved.judged === judged && saved.answer === answer;

export const changesOf = ({ judged, saved }: Tried): GradedPlace[] => [
  ...judged.values(),
  ...[...(saved?.judged ?? [])].flatMap(([id, { at }]) => (judged.has(id) ? [] : [{ at, grade: null }])),
];

/** A passage: a part of a document, or all of it where `place` is null. */
export interface At {
  readonly id: DocId;
  readonly place: Place | null;
}

export type IsSame = (a: At, b: At) => boolean;

/** Whether two passages are the same place, though two chunkings name them otherwise. */
export function samePlaces(docs: ReadonlyMap<DocId, Pick<Doc, 'text'>>): IsSame {
  const places = new Places(docs);
  const placed = ({ id, place }: At) => ({ doc: place?.doc ?? id, span: place });
  return (a, b) => places.areSame(placed(a), placed(b));
}

interface SamePlace {
  readonly system: string;
  readonly id: DocId;
  readonly rank: number;
}

export function elsewhere({ systems }: TriedQuestion, own: string, passage: At, same: IsSame): SamePlace[] {
  return systems.flatMap((system): SamePlace[] => {
    if (!system.ok || system.id === own) return [];
    const found = system.lists.passages.find((each) => same(each, passage));
    return found ? [{ system: system.id, id: found.id, rank: found.rank }] : [];
  });
}

/** The grade that a passage has from others of the same place: the highest, as in an evaluation; null for none. */
export function gradeAround(judged: ReadonlyMap<DocId, GradedPlace>, passage: At, same: IsSame): number | null {
  const grades = [...judged].flatMap(([id, { at, grade }]) =>
    grade !== null && same({ id, place: typeof at === 'string' ? null : at }, passage) ? [grade] : [],
  );
  return grades.length > 0 ? Math.max(...grades) : null;
}
