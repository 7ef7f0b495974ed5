import { describe, expect, it } from 'vitest';
import { areaUnderRoc } from '../../src/domain/statistics/auc';
import { heldOutGate } from '../../src/domain/weak-retrieval/gate';
import { goldenPath, readJson } from './read';

interface Golden {
  readonly areas: readonly { scores: number[]; positive: boolean[]; auc: number; tiesWon: number; tiesLost: number }[];
  readonly gates: readonly {
    signals: number[];
    folds: number[];
    share: number;
    reranked: boolean[];
    optimistic: boolean[];
  }[];
}

const { areas, gates } = readJson<Golden>(goldenPath('weak-retrieval.json'));

describe('the area under the ROC curve', () => {
  it('equals the count of pairs', () => {
    for (const { scores, positive, auc } of areas) expect(areaUnderRoc(scores, positive)).toBeCloseTo(auc, 12);
  });

  it('is not that by which equal scores are won, or lost', () => {
    const tied = areas.filter(({ tiesWon, tiesLost }) => tiesWon !== tiesLost);
    expect(tied.length).toBeGreaterThan(2);
    for (const { scores, positive, tiesWon, tiesLost } of tied) {
      expect(Math.abs(areaUnderRoc(scores, positive)! - tiesWon)).toBeGreaterThan(1e-6);
      expect(Math.abs(areaUnderRoc(scores, positive)! - tiesLost)).toBeGreaterThan(1e-6);
    }
  });
});

describe('a gate', () => {
  it('reranks by thresholds of the other folds', () => {
    for (const { signals, folds, share, reranked } of gates)
      expect(heldOutGate(signals, Int32Array.from(folds), share)).toEqual(reranked);
  });

  it('does not rerank by a threshold of the same questions', () => {
    const apart = gates.filter(({ reranked, optimistic }) => reranked.some((is, q) => is !== optimistic[q]));
    expect(apart.length).toBeGreaterThan(2);
    for (const { signals, folds, share, optimistic } of apart)
      expect(heldOutGate(signals, Int32Array.from(folds), share)).not.toEqual(optimistic);
  });
});
