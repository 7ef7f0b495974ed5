import { describe, expect, it } from 'vitest';
import { measureOf } from '../../../../src/domain/measures/parse';
import { aggregate, score } from '../../../../src/domain/measures/score';
import { qrelsOf, runOf, value } from './make';

describe('RBP', () => {
  it('weighs rank i with (1 − p) · p^(i − 1)', () => {
    expect(value('RBP(p=0.5)', 'a x b', { a: 1, b: 3 })).toBe(0.5 * (1 + 0.25));
    expect(value('RBP', 'x a', { a: 1 })).toBeCloseTo(0.2 * 0.8, 15);
    expect(value('RBP(p=0.5)@2', 'a x b', { a: 1, b: 1 })).toBe(0.5);
  });

  it('rejects a division by the best value: a perfect ranking stays below 1', () => {
    expect(value('RBP', 'a', { a: 1 })).toBeCloseTo(0.2, 15);
  });
});

describe('RBPgraded', () => {
  it('counts each document with its share of the highest grade', () => {
    expect(value('RBPgraded(p=0.5)', 'a b', { a: 1, b: 2 })).toBe(0.5 * (1 / 2 + 1 / 2));
    expect(value('RBPgraded(p=0.5,max=4)@1', 'a b', { a: 1, b: 2 })).toBe(0.5 * (1 / 4));
  });

  it('takes grades above the highest for it, and negative ones for 0', () => {
    expect(value('RBPgraded(p=0.5,max=1)', 'a minus', { a: 3, minus: -2 })).toBe(0.5);
  });

  it('rejects the grade itself as gain: it never passes 1', () => {
    expect(value('RBPgraded(p=0.1)', 'a b', { a: 3, b: 3 })).toBeLessThan(1);
  });

  it('is 0 where no grade is positive', () => {
    expect(value('RBPgraded', 'a', { a: 0 })).toBe(0);
  });
});

describe('RBPresidual', () => {
  it('is what unjudged documents and the missing end of the list could add', () => {
    expect(value('RBPresidual(p=0.5)', 'a x m', { a: 1, m: 0 })).toBe(0.5 ** 3 + 0.5 * 0.5);
    expect(value('RBPresidual(p=0.5)@2', 'a x m', { a: 1, m: 0 })).toBe(0.5 ** 2 + 0.5 * 0.5);
  });

  it('adds up with RBP to 1 where all judged documents are relevant', () => {
    const both = value('RBP', 'a x b', { a: 1, b: 1 }) + value('RBPresidual', 'a x b', { a: 1, b: 1 });
    expect(both).toBeCloseTo(1, 15);
  });

  it('is 1 without results, as its formula says: p⁰ and an empty sum', () => {
    expect(value('RBPresidual', '', { a: 1 })).toBe(1);
    expect(value('RBPresidual(p=0.5)@3', '', { a: 1 })).toBe(1);
  });

  it('is 1 for a question without results where those count, and left out where they are skipped', () => {
    const measure = measureOf('RBPresidual(p=0.5)');
    const qrels = qrelsOf({ full: { a: 1 }, empty: { a: 1 } });
    const of = (missing: 'zero' | 'skip') =>
      score(runOf({ full: 'a' }), qrels, [measure], { missing }).values.get(measure.text)!;
    expect([...of('zero')]).toEqual([0.5, 1]);
    expect(aggregate(measure, of('zero'))).toBe(0.75);
    expect(aggregate(measure, of('skip'))).toBe(0.5);
  });
});

describe('ERR', () => {
  it('is the expected reciprocal of the rank where the reader is satisfied', () => {
    const [a, b] = [(2 ** 2 - 1) / 4, (2 ** 1 - 1) / 4];
    expect(value('ERR', 'b x a', { a: 2, b: 1 })).toBeCloseTo(b + ((1 - b) * a) / 3, 15);
    expect(value('ERR@2', 'b x a', { a: 2, b: 1 })).toBe(b);
  });

  it('takes the highest grade of the scale from its text, as gdeval takes 4', () => {
    expect(value('ERR(max=4)@1', 'a', { a: 2 })).toBe(3 / 16);
  });

  it('takes grades above the highest for it: no chance passes 1', () => {
    expect(value('ERR(max=1)', 'a', { a: 9 })).toBe(1 / 2);
  });

  it('is 0 where no grade is positive', () => {
    expect(value('ERR', 'a minus', { a: 0, minus: -1 })).toBe(0);
  });
});
