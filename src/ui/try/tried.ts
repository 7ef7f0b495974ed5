import { Places } from '../../domain/judging/places';
import type { GradedPlace } from '../../domain/questions/add-judged';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { Doc, DocId, Place, QueryId, Span } from '../../base/types';
import type { TriedPassage, TriedQuestion } from '../../engine/inspect/tried-question';

/** A question that was tried, with what the person made of it. */
export interface Tried {
  readonly question: TriedQuestion;
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

/** Whether the collection has a question as it is here. */
export const isSaved = ({ saved, judged, answer }: Tried): boolean =>
  saved !== null && saved.judged === judged && saved.answer === answer;

/** What is judged, and what was judged when it was saved and is no longer. */
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

/** A text in pieces, as marks cut it; marks that overlap or touch are one. */
export function pieces(text: string, marks: readonly Span[], { start: from, end: to }: Span) {
  const found: { readonly text: string; readonly marked: boolean }[] = [];
  const push = (start: number, end: number, marked: boolean): void => {
    if (end > start) found.push({ text: text.slice(start, end), marked });
  };
  let at = from;
  for (const { start, end } of joined(marks)) {
    if (end <= from || start >= to) continue;
    push(at, Math.max(from, start), false);
    push(Math.max(from, start), Math.min(to, end), true);
    at = Math.min(to, end);
  }
  push(at, to, false);
  return found;
}

function joined(marks: readonly Span[]): Span[] {
  const found: { start: number; end: number }[] = [];
  for (const { start, end } of [...marks].sort((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else found.push({ start, end });
  }
  return found;
}

/** Characters before the first mark of an excerpt that does not begin with the text. */
const BEFORE = 60;

/**
 * The part of a long text that is shown first: its beginning, or what is around the first mark where the beginning has
 * none. Cut at white space where there is some near.
 */
export function excerpt(text: string, marks: readonly Span[], limit: number): Span {
  if (text.length <= limit * 1.25) return { start: 0, end: text.length };
  const first = Math.min(...marks.map(({ start }) => start));
  const away = Number.isFinite(first) && first > limit * 0.8;
  const start = away ? afterSpace(text, Math.max(0, first - BEFORE)) : 0;
  const end = Math.min(text.length, start + limit);
  return { start, end: end === text.length ? end : beforeSpace(text, end) };
}

/** Furthest that a cut moves to find white space. */
const NEAR = 20;

function afterSpace(text: string, at: number): number {
  const found = /\s/u.exec(text.slice(at, at + NEAR));
  return whole(text, found ? at + found.index + 1 : at);
}

function beforeSpace(text: string, at: number): number {
  const found = /\s(?=\S*$)/u.exec(text.slice(at - NEAR, at));
  return whole(text, found ? at - NEAR + found.index : at);
}

/** Not between the halves of a character. */
const whole = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at);

interface SamePlace {
  readonly system: string;
  /** Place of the system among all, which its colour goes by. */
  readonly position: number;
  readonly id: DocId;
  readonly rank: number;
}

/** The same passage in the columns of other systems: the first that is of the same place. */
export function elsewhere({ systems }: TriedQuestion, own: string, passage: At, same: IsSame): SamePlace[] {
  return systems.flatMap((system, position): SamePlace[] => {
    if (!system.ok || system.id === own) return [];
    const found = system.lists.passages.find((each) => same(each, passage));
    return found ? [{ system: system.id, position, id: found.id, rank: found.rank }] : [];
  });
}

/** The grade that a passage has from others of the same place: the highest, as in an evaluation; null for none. */
export function gradeAround(judged: ReadonlyMap<DocId, GradedPlace>, passage: At, same: IsSame): number | null {
  const grades = [...judged].flatMap(([id, { at, grade }]) =>
    grade !== null && same({ id, place: typeof at === 'string' ? null : at }, passage) ? [grade] : [],
  );
  return grades.length > 0 ? Math.max(...grades) : null;
}
