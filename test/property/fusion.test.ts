import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { truncated } from '../../src/domain/fusion/fuse';
import { fuse } from '../../src/domain/fusion/fuse';
import { minMax } from '../../src/domain/fusion/normalise';
import { rerankOrder } from '../../src/domain/rerank/rerank-order';
import { rank } from '../../src/domain/run/order';
import type { FusionSpec, SpecOf } from '../../src/domain/fusion/fusion-spec';
import { docId, type DocId, type Hit, type Ranking } from '../../src/base/types';
import { hits } from './arbitraries';
import { anyFusion, reordered } from './fusions';

type Plain = SpecOf<'wsum'> | SpecOf<'rrf'>;

const weight = fc.double({ min: 0, max: 10, noNaN: true });
const absent = fc.constantFrom('zero' as const, 'min' as const, 'skip' as const);
const specOf = (weights: fc.Arbitrary<number[]>): fc.Arbitrary<Plain> =>
  fc.oneof(
    fc
      .tuple(weights, absent)
      .map(([w, policy]): Plain => ({ method: 'wsum', norm: 'min-max', weights: w, absent: policy })),
    fc
      .tuple(weights, fc.integer({ min: 0, max: 100 }))
      .map(([w, constant]): Plain => ({ method: 'rrf', constant, weights: w })),
  );
const twoWeights = specOf(fc.tuple(weight, weight));
const equalWeights = specOf(weight.map((w) => [w, w]));
const three = fc.tuple(hits, hits, hits);

/** The slow and plain way: every document of any list, every list searched for it. */
function naive(lists: Ranking[], spec: Plain): Hit[] {
  const ids = [...new Set(lists.flat().map((hit) => hit.id))];
  const has = (list: Ranking, id: string) => list.some((hit) => hit.id === id);
  const given = (list: Ranking, i: number, id: string) => {
    const at = rank(list).findIndex((hit) => hit.id === id);
    if (at < 0) return 0;
    if (spec.method === 'rrf') return spec.weights[i]! / (spec.constant === 'half-length' ? 0 : spec.constant + at + 1);
    const scores = list.map((hit) => hit.score);
    const [min, max] = [Math.min(...scores), Math.max(...scores)];
    return spec.weights[i]! * ((rank(list)[at]!.score - min) / Math.max(max - min, 1e-9));
  };
  const scoreOf = (id: string) => {
    const sum = lists.reduce((total, list, i) => total + given(list, i, id), 0);
    if (spec.method === 'rrf' || spec.absent !== 'skip') return sum;
    const all = spec.weights.reduce((total, w) => total + w, 0);
    const present = lists.reduce((total, list, i) => total + (has(list, id) ? spec.weights[i]! : 0), 0);
    if (present === all) return sum;
    return present > 0 ? (sum / present) * all : 0;
  };
  return ids.map((id) => ({ id, score: scoreOf(id) }));
}

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

describe('fuse', () => {
  it('equals the plain definition', () => {
    fc.assert(
      fc.property(hits, hits, twoWeights, (a, b, spec) => {
        expect(fuse([a, b], spec)).toEqual(rank(naive([a, b], spec)));
      }),
    );
  });

  it('does not care which list comes first where weights are equal', () => {
    fc.assert(
      fc.property(hits, hits, equalWeights, (a, b, spec) => {
        expect(fuse([a, b], spec)).toEqual(fuse([b, a], spec));
      }),
    );
  });
});

/** Numbers so small that they have fewer digits than others are not doubled by doubling a factor. */
const withoutTiny = (lists: readonly Ranking[]): Hit[][] =>
  lists.map((list) => list.map(({ id, score }) => ({ id, score: Math.abs(score) < 1e-200 ? 0 : score })));

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

  it('keeps the order where all weights are twice as large', () => {
    // Qdrant's weights scale ranks: twice as large is another fusion.
    const weighted = anyFusion(3).filter((spec) => 'weights' in spec && spec.method !== 'qdrant-rrf');
    fc.assert(
      fc.property(three.map(withoutTiny), weighted, (lists, spec) => {
        const twice = { ...spec, weights: (spec as SpecOf<'rrf'>).weights.map((w) => 2 * w) } as FusionSpec;
        const ids = (ranking: Ranking) => ranking.map(({ id }) => id);
        expect(ids(fuse(lists, twice))).toEqual(ids(fuse(lists, spec)));
      }),
      { numRuns: 300 },
    );
  });

  it('of weighted means and sums gives the same with a further list without weight', () => {
    const methods = ['wsum', 'arithmetic-mean', 'harmonic-mean', 'geometric-mean', 'rrf'];
    const weighted = anyFusion(3).filter(
      (spec) =>
        methods.includes(spec.method) &&
        // Borda's points are of the pool, which the list may make larger.
        (!('norm' in spec) || (spec.norm !== 'borda' && typeof spec.norm === 'string')),
    );
    fc.assert(
      fc.property(three, hits, weighted, (lists, further, spec) => {
        const more = { ...spec, weights: [...(spec as SpecOf<'rrf'>).weights, 0] } as FusionSpec;
        const found = scoresOf(fuse([...lists, further], more));
        for (const { id, score } of fuse(lists, spec)) expect(found.get(id)).toBe(score);
      }),
      { numRuns: 300 },
    );
  });
});

describe('policies for absent documents', () => {
  const policies = ['zero', 'min', 'skip'] as const;

  it('change nothing for a document that all lists have', () => {
    const methods = fc.constantFrom('anz', 'max', 'med', 'min');
    fc.assert(
      fc.property(three, methods, fc.tuple(weight, weight, weight), (lists, method, weights) => {
        const everywhere = lists[0].filter(({ id }) => lists.every((list) => list.some((hit) => hit.id === id)));
        for (const spec of [{ method }, { method: 'wsum' as const, weights }]) {
          const all = policies.map((policy) => scoresOf(fuse(lists, { ...spec, norm: 'zmuv', absent: policy })));
          for (const { id } of everywhere) {
            expect(all[1]!.get(id)).toBe(all[0]!.get(id));
            expect(all[2]!.get(id)).toBeCloseTo(all[0]!.get(id)!, 9);
          }
        }
      }),
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

  it('puts a document before one that no list prefers to it', () => {
    fc.assert(
      fc.property(lists, (all) => {
        const fused = fuse(all, { method: 'condorcet' });
        fused.forEach((a, i) =>
          fused.forEach((b, j) => {
            const never = all.every((list) => majority([list], a.id, b.id) >= 0) && majority(all, a.id, b.id) > 0;
            if (never) expect(i).toBeLessThan(j);
          }),
        );
      }),
    );
  });

  it('turns over where all lists turn over, if they have the same documents', () => {
    const complete = fc.array(fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f'], { minLength: 6 }), { minLength: 1 });
    fc.assert(
      fc.property(complete, (orders) => {
        const ranking = (ids: string[]): Hit[] => ids.map((id, i) => ({ id: docId(id), score: -i }));
        const there = scoresOf(fuse(orders.map(ranking), { method: 'condorcet' }));
        const back = fuse(
          orders.map((ids) => ranking([...ids].reverse())),
          { method: 'condorcet' },
        );
        for (const { id, score } of back) expect(there.get(id)! + score).toBe(0);
      }),
    );
  });
});

describe('minMax', () => {
  const scores = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 10 });

  it('does not change where a list is scaled or shifted', () => {
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 50 }), fc.integer({ min: -500, max: 500 }), (list, by, shift) => {
        const original = minMax(Float64Array.from(list));
        const moved = minMax(Float64Array.from(list, (score) => score * by + shift));
        moved.forEach((score, i) => expect(score).toBeCloseTo(original[i]!, 12));
      }),
    );
  });

  it('stays within 0 and 1 and keeps the order', () => {
    fc.assert(
      fc.property(hits, (list) => {
        const normalised = minMax(Float64Array.from(rank(list), (hit) => hit.score));
        normalised.forEach((score, i) =>
          expect(score >= 0 && score <= 1 && score <= (normalised[i - 1] ?? 1)).toBe(true),
        );
      }),
    );
  });
});

describe('rerankOrder', () => {
  it('keeps every passage once, those not scored at the end as they were, and is in trec order', () => {
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
});
