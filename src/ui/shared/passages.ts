import type { ResultRecord, SystemResult } from '../../contract/result';
import { chunkId } from '../../domain/chunk/chunk';
import { Places } from '../../domain/judging/places';
import type { Doc, DocId, Judgment } from '../../base/types';

type TextMark = 'relevant' | 'not-relevant' | 'unjudged';

export interface RankedPassage {
  readonly rank: number;
  readonly id: DocId;
  readonly score: number;
  readonly mark: TextMark;
  /** Null where unjudged, which is not the same as 0. */
  readonly grade: number | null;
}

export interface Returned {
  readonly passages: readonly RankedPassage[];
  /** Relevant documents or parts that are not among the passages. */
  readonly missed: readonly { readonly id: DocId; readonly grade: number }[];
}

/** Grades of ranked documents or passages by the judgments of a question. */
export interface Grading {
  /** Undefined where unjudged. */
  of(id: DocId): number | undefined;
  /** Judged documents or parts that were not returned. */
  missed(returned: ReadonlySet<DocId>): readonly { readonly id: DocId; readonly grade: number }[];
}

const markOf = (grade: number | undefined, relevance: number): TextMark =>
  grade === undefined ? 'unjudged' : grade >= relevance ? 'relevant' : 'not-relevant';

/** As `Guide › Opening hours`. A title that is the first heading is shown once. */
export const placePath = ({
  title,
  headings,
}: {
  readonly title: string;
  readonly headings: readonly string[];
}): string => [...(title === headings[0] ? [] : [title]), ...headings].filter((part) => part !== '').join(' › ');

export function gradingOfDocuments(grades: ReadonlyMap<DocId, number>): Grading {
  return {
    of: (id) => grades.get(id),
    missed: (returned) => [...grades].filter(([id]) => !returned.has(id)).map(([id, grade]) => ({ id, grade })),
  };
}

/** Grades passages as `chunkedTruth` does. @param judgments of one question */
export function gradingOfPassages(
  judgments: readonly Judgment[],
  docs: ReadonlyMap<DocId, Pick<Doc, 'text'>>,
): Grading {
  const places = new Places(docs);
  const judged = judgments.map(({ doc, grade, span }) => ({ grade, place: { doc, span: span ?? null } }));
  return {
    of: (id) => {
      const place = places.of(id);
      const grades = judged.filter((each) => places.areSame(place, each.place)).map(({ grade }) => grade);
      return grades.length > 0 ? Math.max(...grades) : undefined;
    },
    missed: (returned) => {
      const found = [...returned].map((id) => places.of(id));
      const lost = judged.filter(({ place }) => !found.some((each) => places.areSame(each, place)));
      return lost.map(({ place: { doc, span }, grade }) => ({ id: span ? chunkId(doc, span) : doc, grade }));
    },
  };
}

export function returnedFor(result: ResultRecord, system: SystemResult, index: number, grading: Grading): Returned {
  const { offsets, docs, scores } = system.top;
  const from = offsets[index] ?? 0;
  const to = offsets[index + 1] ?? from;
  const passages = Array.from({ length: to - from }, (_, i): RankedPassage => {
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
