import { describe, expect, it } from 'vitest';
import { docId, type Ranking } from '../../src/base/types';
import { rankBiasedOverlap } from '../../src/domain/run-comparison/list-changes';
import { goldenPath, readJson } from './read';

type Groups = readonly (readonly string[])[];

const { cases } = readJson<{ cases: { first: Groups; second: Groups; p: number; ext: number }[] }>(
  goldenPath('rbo.json'),
);

const ranking = (groups: Groups): Ranking =>
  groups.flatMap((group, i) => group.map((id) => ({ id: docId(id), score: -i })));

describe('rank-biased overlap', () => {
  it('equals the reference program, with ties and lists of unequal length', () => {
    expect(cases).toHaveLength(83);
    expect(cases.filter(({ first, second }) => [...first, ...second].some(({ length }) => length > 1))).not.toEqual([]);
    for (const { first, second, p, ext } of cases) {
      expect(rankBiasedOverlap(ranking(first), ranking(second), p)).toBeCloseTo(ext, 12);
      expect(rankBiasedOverlap(ranking(second), ranking(first), p)).toBeCloseTo(ext, 12);
    }
  });
});
