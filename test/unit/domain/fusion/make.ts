import { expect } from 'vitest';
import { fuse } from '../../../../src/domain/fusion/fuse';
import { poolOf } from '../../../../src/domain/fusion/pool';
import type { TrainingQuestion } from '../../../../src/domain/fusion/method';
import type { FusionSpec } from '../../../../src/domain/fusion/fusion-spec';
import type { Ranking } from '../../../../src/base/types';
import { grades, hits, ordered } from '../measures/make';

/** Two lists that share one document: x alone in the first, y in both, z alone in the second. */
export const shared: readonly Ranking[] = [hits({ x: 4, y: 2 }), hits({ y: 3, z: 1 })];

/** Lists without ties in the order written. */
export const lists = (...all: string[]): Ranking[] => all.map(ordered);

/** Fused scores by document. */
export function fused(rankings: readonly Ranking[], spec: FusionSpec): Record<string, number> {
  return Object.fromEntries(fuse(rankings, spec).map(({ id, score }) => [id, score]));
}

export function expectFused(rankings: readonly Ranking[], spec: FusionSpec, expected: Record<string, number>): void {
  const found = fused(rankings, spec);
  expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
  for (const [id, score] of Object.entries(expected)) expect(found[id], id).toBeCloseTo(score, 13);
}

/** A question with one list, in the order written, and its relevant documents. */
export function question(ids: string, relevant: string): TrainingQuestion {
  const judged = Object.fromEntries(ordered(relevant).map(({ id }) => [id, 1]));
  return { pool: poolOf([ordered(ids)]), grades: grades(judged) };
}
