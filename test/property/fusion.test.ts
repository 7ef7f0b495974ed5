import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut } from '../../src/domain/fusion/cut';
import { minMax } from '../../src/domain/fusion/normalise/min-max';
import { fuse } from '../../src/domain/fusion/registry';
import { rerankOrder } from '../../src/domain/fusion/rerank-order';
import { rank } from '../../src/domain/run/order';
import type { FusionSpec } from '../../src/domain/spec/experiment';
import { docId, type Hit, type Ranking } from '../../src/domain/types';
import { hits } from './arbitraries';

const weight = fc.double({ min: 0, max: 10, noNaN: true });
const specOf = (weights: fc.Arbitrary<number[]>): fc.Arbitrary<FusionSpec> =>
  fc.oneof(
    weights.map((w): FusionSpec => ({ kind: 'minmax-sum', weights: w })),
    fc
      .tuple(weights, fc.integer({ min: 0, max: 100 }))
      .map(([w, constant]): FusionSpec => ({ kind: 'rrf', constant, weights: w })),
  );
const twoWeights = specOf(fc.tuple(weight, weight));
const equalWeights = specOf(weight.map((w) => [w, w]));

/** The slow and plain way: every document of any list, every list searched for it. */
function naive(lists: Ranking[], spec: FusionSpec): Hit[] {
  const ids = [...new Set(lists.flat().map((hit) => hit.id))];
  const given = (list: Ranking, i: number, id: string) => {
    const at = rank(list).findIndex((hit) => hit.id === id);
    if (at < 0) return 0;
    if (spec.kind === 'rrf') return spec.weights[i]! / (spec.constant + at + 1);
    const scores = list.map((hit) => hit.score);
    const [min, max] = [Math.min(...scores), Math.max(...scores)];
    return spec.weights[i]! * ((rank(list)[at]!.score - min) / Math.max(max - min, 1e-9));
  };
  return ids.map((id) => ({ id, score: lists.reduce((sum, list, i) => sum + given(list, i, id), 0) }));
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

  it('does not care in which order hits come', () => {
    fc.assert(
      fc.property(hits, hits, twoWeights, (a, b, spec) => {
        expect(fuse([[...a].reverse(), [...b].reverse()], spec)).toEqual(fuse([a, b], spec));
      }),
    );
  });

  it('gives every document of any list once, in order, and cuts to a beginning', () => {
    fc.assert(
      fc.property(hits, hits, twoWeights, fc.nat(12), (a, b, spec, depth) => {
        const fused = fuse([a, b], spec);
        expect(new Set(fused.map((hit) => hit.id))).toEqual(new Set([...a, ...b].map((hit) => hit.id)));
        expect(rank(fused)).toEqual(fused);
        expect(cut(fused, depth)).toEqual(fused.slice(0, depth));
      }),
    );
  });
});

describe('minMax', () => {
  it('does not change where a list is scaled or shifted', () => {
    const whole = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 10 });
    const list = whole.map((scores) => scores.map((score, i): Hit => ({ id: docId(`d${i}`), score })));
    fc.assert(
      fc.property(list, fc.integer({ min: 1, max: 50 }), fc.integer({ min: -500, max: 500 }), (original, by, shift) => {
        const moved = original.map(({ id, score }) => ({ id, score: score * by + shift }));
        minMax(moved).forEach((hit, i) => expect(hit.score).toBeCloseTo(minMax(original)[i]!.score, 12));
      }),
    );
  });

  it('stays within 0 and 1 and keeps the order', () => {
    fc.assert(
      fc.property(hits, (list) => {
        const scores = minMax(rank(list)).map((hit) => hit.score);
        scores.forEach((score, i) => expect(score >= 0 && score <= 1 && score <= (scores[i - 1] ?? 1)).toBe(true));
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
