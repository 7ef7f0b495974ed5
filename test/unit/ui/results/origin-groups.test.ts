import { describe, expect, test } from 'vitest';
import { compare } from '../../../../src/domain/statistics/compare';
import { DEFAULT_RESAMPLES, DEFAULT_SEED } from '../../../../src/domain/statistics/defaults';
import { queryId, type Query, type QueryId, type QuestionOrigin } from '../../../../src/base/types';
import { originGroups, originLabel, originNote, originValues } from '../../../../src/ui/results/origin-groups';
import { resultOf } from '../result';

const ranks = Array.from({ length: 12 }, (_, i) => (i % 3 === 0 ? 0 : i % 3));
const result = resultOf({ bm25: ranks, embedding: ranks.toReversed() });

const origins = new Map<QueryId, QuestionOrigin>([
  ...[1, 4, 7].map((i) => [queryId(`q${i}`), 'cloze'] as const),
  ...[0, 2].map((i) => [queryId(`q${i}`), 'written'] as const),
]);
const query = (id: QueryId): Query | undefined => {
  const origin = origins.get(id);
  return id === 'q5' ? undefined : { id, text: id, ...(origin && { origin }) };
};

describe('by origin', () => {
  test('questions without one came with the collection; deleted ones are in no group', () => {
    expect(originGroups(result, query).map(({ origin, questions }) => [origin, questions])).toEqual([
      ['given', [3, 6, 8, 9, 10, 11]],
      ['written', [0, 2]],
      ['cloze', [1, 4, 7]],
    ]);
  });

  test('values are those of a comparison of these questions alone', () => {
    const [given] = originGroups(result, query);
    const values = result.systems.map(({ perQuery }) =>
      Float64Array.from(given!.questions, (q) => perQuery['HitRate@1']![q]!),
    );
    const systems = result.systems.map(({ id }) => id);
    const { means } = compare({
      measure: 'HitRate@1',
      systems,
      values,
      seed: DEFAULT_SEED,
      resamples: DEFAULT_RESAMPLES,
    });
    expect(originValues(result, 'HitRate@1', given!)).toEqual(
      means.map(({ system, mean, questions, ci95 }) => ({ system, mean, questions, interval: ci95.bca })),
    );
    expect(means[0]!.mean).not.toBe(result.systems[0]!.measures['HitRate@1']);
  });

  test('questions that a measure leaves out are counted by what is left; none left is no value', () => {
    const own = Float64Array.from(result.systems[0]!.perQuery['HitRate@1']!);
    own[1] = Number.NaN;
    const partly = { systems: [{ ...result.systems[0]!, perQuery: { 'HitRate@1': own } }] };
    const group = { origin: 'cloze', questions: [1, 4] } as const;
    expect(originValues(partly, 'HitRate@1', group)[0]).toMatchObject({ questions: 1, interval: null });
    expect(originValues(partly, 'HitRate@1', { ...group, questions: [1] })[0]!.mean).toBeNull();
  });

  test('every origin has a name, and those made here have a note', () => {
    expect(originLabel('given')).toBe('With the collection');
    expect(originNote('written')).toBeNull();
    expect(originNote('cloze')).toContain('BM25');
  });
});
