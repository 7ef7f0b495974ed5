import { describe, expect, it } from 'vitest';
import type { EngineNormName } from '../../../../src/domain/fusion/method';
import { normalise } from '../../../../src/domain/fusion/normalise';
import { poolOf } from '../../../../src/domain/fusion/pool';
import { hits } from '../measures/make';

/** Scores of the documents c, b and a, in this order, after a normalisation. */
function normalised(norm: EngineNormName, scores: Record<string, number>): number[] {
  const pool = poolOf([hits(scores), hits({ d: 1 })]);
  const [column] = normalise(pool, norm);
  return pool.ids.flatMap((id, i) => (id === 'd' ? [] : [column![i]!]));
}

const EVERY: Record<EngineNormName, { of: number[]; flat: number[]; one: number[]; negative: number[] }> = {
  'elasticsearch-min-max': { of: [1, 1 / 3, 0], flat: [12, 12], one: [12], negative: [-2] },
  'opensearch-min-max': { of: [1, 1 / 3, 0.001], flat: [1, 1], one: [1], negative: [1] },
  // Mean 7/3, deviation of the sample √(7/3): what is below the mean is 0.001.
  'opensearch-z-score': { of: [5 / 3 / Math.sqrt(7 / 3), 0.001, 0.001], flat: [12, 12], one: [12], negative: [-2] },
};

describe.each(Object.keys(EVERY) as EngineNormName[])('%s', (norm) => {
  const { of, flat, one, negative } = EVERY[norm];

  it('scales a list of three', () => {
    normalised(norm, { c: 4, b: 2, a: 1 }).forEach((score, i) => expect(score).toBeCloseTo(of[i]!, 12));
  });

  it('gives a list of equal scores, and a list of one, what the engine gives', () => {
    expect(normalised(norm, { b: 12, a: 12 })).toEqual(flat);
    expect(normalised(norm, { a: 12 })).toEqual(one);
    expect(normalised(norm, { a: -2 })).toEqual(negative);
  });

  it('leaves what the list lacks without a score, and takes an empty list', () => {
    const pool = poolOf([hits({ a: 3, b: 1 }), hits({ d: 1 }), []]);
    const [first, , last] = normalise(pool, norm);
    expect(first![pool.ids.indexOf(hits({ d: 1 })[0]!.id)]).toBeNaN();
    expect([...last!]).toEqual([NaN, NaN, NaN]);
  });
});

describe('what differs from the norms of ranx', () => {
  it('is a list of one: min-max gives 0, DBSF ½', () => {
    const pool = poolOf([hits({ a: 12 })]);
    expect([...normalise(pool, 'min-max')[0]!]).toEqual([0]);
    expect([...normalise(pool, { kind: 'dbsf', deviation: 'sample', clamp: false })[0]!]).toEqual([0.5]);
  });

  it('is the deviation of OpenSearch, of a sample: z-scores of the population are greater', () => {
    const pool = poolOf([hits({ c: 4, b: 2, a: 1 })]);
    expect(normalise(pool, 'zmuv')[0]![0]).toBeGreaterThan(normalise(pool, 'opensearch-z-score')[0]![0]! + 0.2);
  });

  it('is a score that equals the mean, which OpenSearch gives the highest score of the list', () => {
    expect(normalised('opensearch-z-score', { c: 3, b: 2, a: 1 })).toEqual([1, 3, 0.001]);
  });

  it('is a spread under 1e-6, which Elasticsearch takes for none', () => {
    expect(normalised('elasticsearch-min-max', { b: 0.5000001, a: 0.5 })).toEqual([0.5, 0.5]);
    expect(normalised('opensearch-min-max', { b: 0.5000001, a: 0.5 })).toEqual([1, 0.001]);
  });
});
