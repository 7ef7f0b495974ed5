import { describe, expect, it } from 'vitest';
import { normalise } from '../../src/domain/fusion/normalise';
import { poolOf } from '../../src/domain/fusion/pool';
import type { NormSpec } from '../../src/domain/fusion/method';
import { docId } from '../../src/base/types';
import { differing, extra, norms, poolFor } from './fusions';

describe('normalisation', () => {
  it('equals ranx for every list of two questions, in all 7 norms: 2,280 values', () => {
    let compared = 0;
    const elsewhere: string[] = [];
    for (const [norm, byQuery] of Object.entries(norms))
      for (const [query, lists] of Object.entries(byQuery)) {
        const pool = poolFor(query);
        normalise(pool, norm as NormSpec).forEach((column, i) => {
          const expected = Object.entries(lists[i]!).map(
            ([id, score]) => [pool.ids.indexOf(docId(id)), score] as const,
          );
          const ascending = (values: Iterable<number>) => [...values].sort((a, b) => a - b);
          const present = column.filter((score) => !Number.isNaN(score));
          const name = `${norm} of list ${i}, question ${query}`;
          expect(differing(ascending(present), ascending(expected.map(([, score]) => score))), name).toEqual([]);
          for (const [doc, score] of expected)
            if (differing([column[doc]!], [score]).length > 0) {
              const { scores } = pool.lists[i]!;
              expect(scores.filter((other) => other === scores[doc]).length, name).toBe(2);
              elsewhere.push(`${norm} ${pool.ids[doc]}`);
            }
          compared += expected.length;
        });
      }
    // Two documents of a list have the same score, and ranx ranks them in the order in which it met them.
    expect(elsewhere).toEqual(['rank 280', 'rank 880', 'borda 280', 'borda 880']);
    expect(Object.keys(norms)).toHaveLength(7);
    expect(compared).toBe(2280);
  });

  const ours: Record<string, NormSpec> = {
    'min-max(ranx eps 1e-9)': 'min-max',
    'max(ranx)': 'max',
    'sum(ranx)': 'sum',
    'zmuv(ranx)': 'zmuv',
    'rank(ranx)': 'rank',
    dbsf_qdrant: { kind: 'dbsf', deviation: 'sample', clamp: false },
    dbsf_clamp_ddof0: { kind: 'dbsf', deviation: 'population', clamp: true },
  };

  it('equals the reference for degenerate lists (equal scores, one, negative, an outlier): 266 values', () => {
    let compared = 0;
    for (const [name, { scores, ...byNorm }] of Object.entries(extra.synthetic_norm))
      for (const [norm, expected] of Object.entries(byNorm)) {
        // Ids that fall with the place keep equal scores in the order given.
        const list = scores!.map((score, i) => ({ id: docId(String.fromCharCode(0x7e - i)), score }));
        const [column] = normalise(poolOf([list]), ours[norm]!);
        expect(differing(column!, expected), `${norm} of ${name}`).toEqual([]);
        compared += expected.length;
      }
    expect(compared).toBe(266);
  });
});
