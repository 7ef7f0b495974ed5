import type { DocId, Need, QueryId } from '../../base/types';
import { type Pool, pooledList } from '../fusion/pool';
import { compareBytes } from '../run/order';
import type { PackedRankings } from '../run/packed';

export interface LabInput {
  readonly docs: readonly DocId[];
  readonly questions: readonly LabQuestionInput[];
  /** Cut at the depth already; list `i` is that of question `i`. */
  readonly lists: readonly { readonly id: string; readonly rankings: PackedRankings }[];
  /** What a fusion can be held against: values by canonical text of the measure, one a question. */
  readonly systems: readonly { readonly id: string; readonly values: Readonly<Record<string, Float64Array>> }[];
  readonly measures: readonly string[];
  readonly depth: number;
  readonly relevance: number;
  readonly missing: 'zero' | 'skip';
  readonly maxGrade: number;
}

export interface LabQuestionInput {
  readonly id: QueryId;
  readonly text: string;
  readonly judged: readonly (readonly [doc: number, grade: number])[];
  readonly needs: readonly Need[] | null;
}

export interface LabQuestion extends Omit<LabQuestionInput, 'judged'> {
  readonly pool: Pool;
  readonly grades: ReadonlyMap<DocId, number>;
  /** Pooled documents that a measure asks for: those that are judged or meet a need. Others only fill ranks. */
  readonly watched: Int32Array;
  /** Grade by pooled document; `undefined` where the judgments do not hold it. */
  readonly pooledGrades: readonly (number | undefined)[];
}

/** @throws {RangeError} if a list has a document twice, or a score that is not finite */
export function labQuestions({ docs, questions, lists }: LabInput): LabQuestion[] {
  const order = docs.map((_, i) => i).sort((a, b) => compareBytes(docs[b]!, docs[a]!));
  const sorted = order.map((i) => docs[i]!);
  const placeOf = new Int32Array(docs.length);
  order.forEach((i, place) => (placeOf[i] = place));
  const builder = new PoolBuilder(sorted, placeOf);
  const rankings = lists.map((list) => list.rankings);
  return questions.map(({ id, text, judged, needs }, q) => {
    const pool = builder.pool(rankings, q);
    const grades = new Map(judged.map(([doc, grade]) => [docs[doc]!, grade]));
    const needed = new Set(needs?.flatMap((need) => need.docs) ?? []);
    const pooledGrades = pool.ids.map((doc) => grades.get(doc));
    const watched = Int32Array.from(
      pool.ids.flatMap((doc, i) => (pooledGrades[i] !== undefined || needed.has(doc) ? [i] : [])),
    );
    return { id, text, pool, grades, needs, watched, pooledGrades };
  });
}

class PoolBuilder {
  /** Place of a document in the pool that is being made, from 1; 0 where it is not in it. */
  private readonly pooled: Int32Array;

  constructor(
    private readonly docs: readonly DocId[],
    private readonly placeOf: Int32Array,
  ) {
    this.pooled = new Int32Array(docs.length);
  }

  pool(lists: readonly PackedRankings[], q: number): Pool {
    const places: number[] = [];
    for (const { offsets, docs } of lists)
      for (let at = offsets[q]!; at < offsets[q + 1]!; at++) {
        const place = this.placeOf[docs[at]!]!;
        if (this.pooled[place] === 0) places.push(place);
        this.pooled[place] = 1;
      }
    const ordered = Int32Array.from(places).sort();
    ordered.forEach((place, i) => (this.pooled[place] = i + 1));
    const ids = Array.from(ordered, (place) => this.docs[place]!);
    const made = lists.map(({ offsets, docs, scores }) => {
      const positions = Int32Array.from(
        docs.subarray(offsets[q], offsets[q + 1]),
        (doc) => this.pooled[this.placeOf[doc]!]! - 1,
      );
      return pooledList(ids, positions, scores.subarray(offsets[q], offsets[q + 1]));
    });
    for (const place of ordered) this.pooled[place] = 0;
    return { ids, lists: made };
  }
}
