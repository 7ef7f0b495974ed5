import { describe, expect, it } from 'vitest';
import type { Pooling } from '../../../../../src/domain/models/configuration';
import { KNOWN_PAIRS } from '../../../../../src/domain/models/known-pairs';
import {
  failing,
  marginOf,
  readingWarnings,
  rerankerWarnings,
} from '../../../../../src/workbench/models/trials/configurations';

const texts = { language: 'en', question: 'q', answer: 'a', others: ['b'] };
const check = (pooling: Pooling, current: boolean, right: number, margin: number) => ({
  reading: { pooling, prefixed: false },
  current,
  right,
  margin,
});

describe('the margin of known answers', () => {
  it('is the mean lead over the best of the others, in standard deviations of all scores', () => {
    // Scores 1, 0, 1, 0: mean .5, deviation .5; leads 1 and 1.
    const scores = [
      { texts, answer: 1, others: [0] },
      { texts, answer: 1, others: [0] },
    ];
    expect(marginOf(scores)).toBeCloseTo(2, 12);
  });

  it('is negative where answers come behind, and 0 where all scores are one', () => {
    expect(marginOf([{ texts, answer: 0, others: [1, 0] }])).toBeLessThan(0);
    expect(marginOf([{ texts, answer: 0.7, others: [0.7] }])).toBe(0);
  });
});

describe('what speaks against how a model is read', () => {
  it('is another pooling that is clearly right more often', () => {
    const [warning] = readingWarnings([check('cls', true, 5, 0.3), check('mean', false, 10, 1.2)]);
    expect(warning).toMatchObject({
      code: 'better-reading',
      data: { reading: { pooling: 'mean' }, right: 10, own: { reading: { pooling: 'cls' }, right: 5 } },
    });
  });

  it('is not a pooling that is better by one question', () => {
    expect(readingWarnings([check('cls', true, 9, 1), check('mean', false, 10, 1.1)])).toEqual([]);
  });

  it('is a much clearer lead with as many right, and not one with fewer', () => {
    expect(readingWarnings([check('cls', true, 10, 0.5), check('mean', false, 10, 1.2)])).toHaveLength(1);
    expect(readingWarnings([check('cls', true, 10, 0.5), check('mean', false, 9, 1.5)])).toEqual([]);
  });
});

describe('what speaks against a model at all', () => {
  const simple = { ...texts, simple: true } as const;
  const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
  const [right, wrong] = [
    { texts: simple, answer: 1, others: [0, 0.5] },
    { texts: simple, answer: 0.2, others: [0.1, 0.5] },
  ];
  const ledAstray = times(12, { texts, answer: 0, others: [1, 2] });

  it('are simple questions that it does not answer, and never those that lead small models astray', () => {
    expect(failing([...ledAstray, ...times(6, right), ...times(2, wrong)])).toEqual([]);
    expect(failing([...times(12, { texts, answer: 1, others: [0] }), ...times(5, right), ...times(3, wrong)])).toEqual([
      { code: 'few-right', data: { right: 5, of: 8 } },
    ]);
  });

  it('is of a reranker that it puts their answers last: then its label is the other one', () => {
    expect(rerankerWarnings([...ledAstray, ...times(8, right)])).toEqual([]);
    const last = { texts: simple, answer: -3, others: [1, 2] };
    expect(rerankerWarnings(times(8, last))).toEqual([{ code: 'answers-last', data: null }]);
    expect(rerankerWarnings(times(8, wrong))).toEqual([{ code: 'few-right', data: { right: 0, of: 8 } }]);
  });

  it('is found by questions of every language that are known, each with its own answer', () => {
    const of = (all: typeof KNOWN_PAIRS) => [...new Set(all.map(({ language }) => language))];
    expect(of(KNOWN_PAIRS.filter((each) => each.simple))).toEqual(of(KNOWN_PAIRS));
    expect(new Set(KNOWN_PAIRS.map(({ question }) => question)).size).toBe(KNOWN_PAIRS.length);
  });
});
