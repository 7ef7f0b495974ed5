import fc from 'fast-check';
import { docId, queryId, type DocId, type Hit, type Need, type Qrels, type Run } from '../../src/base/types';

/** Few ids, so that lists share documents, among them ids whose order in UTF-16 and in bytes differ. */
export const docIds: readonly DocId[] = ['a', 'b', 'c', 'd10', 'd9', 'é', 'ド', '文档', '\uffeedoc', '🙂doc'].map(
  docId,
);

/** Few scores, so that ties are common. */
const score = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ min: -1e6, max: 1e6, noNaN: true }));

/** Hits of different documents in any order. */
export const hits: fc.Arbitrary<Hit[]> = fc
  .shuffledSubarray([...docIds])
  .chain((ids) => fc.tuple(...ids.map((id) => score.map((value) => ({ id, score: value })))));

export const grades: fc.Arbitrary<Map<DocId, number>> = fc
  .shuffledSubarray([...docIds])
  .chain((ids) => fc.tuple(...ids.map((id) => fc.integer({ min: -1, max: 3 }).map((grade) => [id, grade] as const))))
  .map((pairs) => new Map(pairs));

const queryIds = ['q1', 'q2', 'q3'].map(queryId);

function byQuery<T>(value: fc.Arbitrary<T>) {
  return fc
    .subarray(queryIds)
    .chain((ids) => fc.tuple(...ids.map((id) => value.map((of) => [id, of] as const))))
    .map((pairs) => new Map(pairs));
}

export const runs: fc.Arbitrary<Run> = byQuery(hits);
export const judgments: fc.Arbitrary<Qrels> = byQuery(grades);

/** Needs that documents of {@link docIds} meet, some of them several, some none. */
export const needs: fc.Arbitrary<Need[]> = fc.array(
  fc.subarray([...docIds], { maxLength: 4 }).map((docs) => ({ docs })),
  { maxLength: 5 },
);
