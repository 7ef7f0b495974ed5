import { describe, expect, it } from 'vitest';
import { docId, type Ranking } from '../../../../src/base/types';
import { rerankAgreement, signalOf } from '../../../../src/domain/weak-retrieval/signals';

const list = (...scores: [string, number][]): Ranking => scores.map(([id, score]) => ({ id: docId(id), score }));
const before = list(['a', 5], ['b', 3], ['c', 1]);

describe('a signal of the lists', () => {
  it('is the first score, its lead and the spread of the scores', () => {
    const lists = { before, retrieved: [before] };
    expect(signalOf('top-score', lists)).toBe(5);
    expect(signalOf('gap', lists)).toBe(2);
    expect(signalOf('spread', lists)).toBeCloseTo(Math.sqrt(8 / 3), 12);
    expect(signalOf('gap', { before: list(['a', 5]), retrieved: [] })).toBe(5);
  });

  it('reads the first ten alone', () => {
    const ten = Array.from({ length: 10 }, (_, i): [string, number] => [`d${i}`, 1]);
    const long = list(...ten, ['far', -1000]);
    expect(signalOf('spread', { before: long, retrieved: [] })).toBe(0);
    const reversed = [...long].reverse();
    expect(signalOf('overlap', { before, retrieved: [long, reversed] })).toBe(0.9);
    expect(rerankAgreement(long, reversed)).toBe(0.9);
  });

  it('is the mean overlap of all pairs of retrievers, and no number for one', () => {
    const other = list(['a', 1], ['x', 0], ['y', 0]);
    expect(signalOf('overlap', { before, retrieved: [before, before, other] })).toBeCloseTo(
      (1 + 1 / 3 + 1 / 3) / 3,
      12,
    );
    expect(signalOf('overlap', { before, retrieved: [before] })).toBeNaN();
    expect(signalOf('overlap', { before: [], retrieved: [[], []] })).toBe(0);
  });

  it('is weakest for an empty list', () => {
    for (const signal of ['top-score', 'gap', 'spread'] as const)
      expect(signalOf(signal, { before: [], retrieved: [[]] })).toBe(-Infinity);
    expect(rerankAgreement([], [])).toBe(-Infinity);
  });
});
