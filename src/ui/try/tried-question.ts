import type { GradedPlace } from '../../domain/questions/add-judged';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { DocId, QueryId } from '../../base/types';
import type { TriedPassage, TriedQuestion } from '../../engine/inspect/tried-question';

/** A question that was tried, with what the person made of it. */
export interface Tried {
  readonly question: TriedQuestion;
  /** The experiment whose systems were asked. */
  readonly spec: ExperimentSpec;
  /** By passage: also of passages that systems which were asked before found. */
  readonly judged: ReadonlyMap<DocId, GradedPlace>;
  readonly answer: string;
  /** What the collection has of it; null before it was added. */
  readonly saved: Saved | null;
}

interface Saved {
  readonly id: QueryId;
  readonly judged: Tried['judged'];
  readonly answer: string;
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

/** Whether the collection has a question as it stands here. */
export const isSaved = ({ saved, judged, answer }: Tried): boolean =>
  saved !== null && saved.judged === judged && saved.answer === answer;

/** What is judged, and what was judged when it was saved and is no longer. */
export const changesOf = ({ judged, saved }: Tried): GradedPlace[] => [
  ...judged.values(),
  ...[...(saved?.judged ?? [])].flatMap(([id, { at }]) => (judged.has(id) ? [] : [{ at, grade: null }])),
];
