import type { ResultRecord, SystemResult } from '../../contract/result';
import { chunkId, placeOf } from '../../domain/chunk/chunk';
import { Ink, SAME_PLACE } from '../../domain/chunk/overlap';
import type { DocId, Judgment, Place } from '../../domain/types';

export type Mark = 'relevant' | 'not-relevant' | 'unjudged';

export interface Passage {
  readonly rank: number;
  readonly id: DocId;
  readonly score: number;
  readonly mark: Mark;
  /** Null where unjudged, which is not the same as 0. */
  readonly grade: number | null;
}

export interface Returned {
  readonly passages: readonly Passage[];
  /** What is relevant and not among the passages kept: documents, or the judged parts of them. */
  readonly missed: readonly { readonly id: DocId; readonly grade: number }[];
}

/** What the judgments of a question say of what a system ranks. */
export interface Grading {
  /** Undefined where unjudged. */
  of(id: DocId): number | undefined;
  /** What is judged and not among some passages, each with the name under which it is shown. */
  missed(returned: ReadonlySet<DocId>): readonly { readonly id: DocId; readonly grade: number }[];
}

export const markOf = (grade: number | undefined, relevance: number): Mark =>
  grade === undefined ? 'unjudged' : grade >= relevance ? 'relevant' : 'not-relevant';

/** What stands above a passage in its source: `Guide › Opening hours`. A title that is the first heading is told once. */
export const placePath = ({
  title,
  headings,
}: {
  readonly title: string;
  readonly headings: readonly string[];
}): string => [...(title === headings[0] ? [] : [title]), ...headings].filter((part) => part !== '').join(' › ');

/** Where documents are what is ranked. */
export function gradingOfDocuments(grades: ReadonlyMap<DocId, number>): Grading {
  return {
    of: (id) => grades.get(id),
    missed: (returned) => [...grades].filter(([id]) => !returned.has(id)).map(([id, grade]) => ({ id, grade })),
  };
}

/**
 * Where passages are ranked that documents were cut into: as `chunkedTruth` judges them.
 *
 * @param judgments of one question
 * @param textOf the text of a document
 */
export function gradingOfPassages(judgments: readonly Judgment[], textOf: (doc: DocId) => string): Grading {
  const inks = new Map<DocId, Ink>();
  const inkOf = (doc: DocId): Ink => {
    const ink = inks.get(doc) ?? new Ink(textOf(doc));
    inks.set(doc, ink);
    return ink;
  };
  const judged = judgments.map(({ doc, grade, span }) => ({
    grade,
    place: { doc, ...(span ?? { start: 0, end: textOf(doc).length }) },
  }));
  const isSame = (a: Place, b: Place): boolean => a.doc === b.doc && inkOf(a.doc).overlap(a, b) >= SAME_PLACE;
  return {
    of: (id) => {
      const place = placeOf(id);
      const grades = judged.filter((each) => place && isSame(place, each.place)).map(({ grade }) => grade);
      return grades.length > 0 ? Math.max(...grades) : undefined;
    },
    missed: (returned) => {
      const places = [...returned].flatMap((id) => placeOf(id) ?? []);
      const lost = judged.filter(({ place }) => !places.some((found) => isSame(found, place)));
      return lost.map(({ place, grade }) => ({ id: chunkId(place.doc, place), grade }));
    },
  };
}

/** What a system returned for a question, with what the judgments say of it. */
export function returnedFor(result: ResultRecord, system: SystemResult, index: number, grading: Grading): Returned {
  const { offsets, docs, scores } = system.top;
  const from = offsets[index] ?? 0;
  const to = offsets[index + 1] ?? from;
  const passages = Array.from({ length: to - from }, (_, i): Passage => {
    const id = result.docs[docs[from + i]!]!;
    const grade = grading.of(id);
    return {
      rank: i + 1,
      id,
      score: scores[from + i]!,
      mark: markOf(grade, result.spec.relevance),
      grade: grade ?? null,
    };
  });
  const returned = new Set(passages.map((passage) => passage.id));
  return { passages, missed: grading.missed(returned).filter(({ grade }) => grade >= result.spec.relevance) };
}
