import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { truncated } from '../../src/domain/fusion/fuse';
import { fuse } from '../../src/domain/fusion/fuse';
import { rerankOrder } from '../../src/domain/rerank/rerank-order';
import { rank } from '../../src/domain/run/order';
import { type DocId, type Ranking } from '../../src/base/types';
import { hits } from './arbitraries';
import { anyFusion, reordered } from './fusions';
const three = fc.tuple(hits, hits, hits);

function scoresOf(ranking: Ranking): Map<DocId, number> {
  return new Map(ranking.map(({ id, score }) => [id, score]));
}

/** Equal but for the rounding of sums in another order. */
function expectSameScores(a: Ranking, b: Ranking): void {
  const other = scoresOf(b);
  expect(other.size).toBe(a.length);
  const largest = Math.max(1, ...a.map(({ score }) => Math.abs(score)));
  for (const { id, score } of a) expect(Math.abs(other.get(id)! - score), id).toBeLessThanOrEqual(1e-9 * largest);
}

describe('every fusion', () => {
  it('gives every document of any list once, with a finite score, in order, and cuts to a beginning', () => {
    fc.assert(
      fc.property(three, anyFusion(3), fc.nat(12), (lists, spec, depth) => {
        const fused = fuse(lists, spec);
        expect(fused).toHaveLength(new Set(lists.flat().map((hit) => hit.id)).size);
        expect(new Set(fused.map((hit) => hit.id))).toEqual(new Set(lists.flat().map((hit) => hit.id)));
        expect(fused.every(({ score }) => Number.isFinite(score))).toBe(true);
        expect(rank(fused)).toEqual(fused);
        expect(truncated(fused, depth)).toEqual(fused.slice(0, depth));
      }),
      { numRuns: 1000 },
    );
  });

  it('does not care in which order hits come', () => {
    fc.assert(
      fc.property(three, anyFusion(3), (lists, spec) => {
        expect(
          fuse(
            lists.map((list) => [...list].reverse()),
            spec,
          ),
        ).toEqual(fuse(lists, spec));
      }),
      { numRuns: 300 },
    );
  });

  it('does not care in which order lists come, if all that is theirs comes with them', () => {
    const order = fc.shuffledSubarray([0, 1, 2], { minLength: 3 });
    fc.assert(
      fc.property(three, anyFusion(3), order, (lists, spec, at) => {
        const other = fuse(
          at.map((i) => lists[i]!),
          reordered(spec, at),
        );
        expectSameScores(fuse(lists, spec), other);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('Condorcet fusion', () => {
  const lists = fc.array(hits, { minLength: 1, maxLength: 5 });

  /** Σ of the lists that have a before b, minus those that have b before a: absent is after all ranks. */
  function majority(all: Ranking[], a: DocId, b: DocId): number {
    const place = (list: Ranking, id: DocId) => {
      const at = rank(list).findIndex((hit) => hit.id === id);
      return at < 0 ? Infinity : at;
    };
    return all.reduce((sum, list) => {
      const [x, y] = [place(list, a), place(list, b)];
      return sum + Number(x < y) - Number(y < x);
    }, 0);
  }

  it('puts documents of a higher component of the majority graph first', () => {
    fc.assert(
      fc.property(lists, (all) => {
        const fused = fuse(all, { method: 'condorcet' });
        const ids = fused.map(({ id }) => id);
        const reaches = ids.map((a) => ids.map((b) => a === b || majority(all, a, b) >= 0));
        for (const k of ids.keys())
          for (const i of ids.keys()) for (const j of ids.keys()) reaches[i]![j] ||= reaches[i]![k]! && reaches[k]![j]!;
        for (const i of ids.keys())
          for (const j of ids.keys())
            if (reaches[i]![j] && !reaches[j]![i]) expect(fused[i]!.score).toBeGreaterThan(fused[j]!.score);
      }),
    );
  });
});

it('rerankOrder keeps every passage once, those not scored at the end as they were, and is in trec order', () => {
  const logits = fc.array(fc.double({ min: -30, max: 30, noNaN: true }), { maxLength: 10 });
  fc.assert(
    fc.property(hits, logits, fc.double({ min: 0, max: 1, noNaN: true }), (list, values, interpolation) => {
      const firstStage = rank(list);
      const scored = values.slice(0, firstStage.length);
      const order = rerankOrder(firstStage, scored, interpolation);
      expect(rank(order)).toEqual(order);
      expect(order.slice(scored.length).map((hit) => hit.id)).toEqual(
        firstStage.slice(scored.length).map((hit) => hit.id),
      );
      expect(order.map((hit) => hit.id).sort()).toEqual(firstStage.map((hit) => hit.id).sort());
    }),
  );
});
