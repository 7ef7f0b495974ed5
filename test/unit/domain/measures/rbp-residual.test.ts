import { describe, expect, it } from 'vitest';
import { measureOf } from '../../../../src/domain/measures/parse';
import { aggregate, score } from '../../../../src/domain/measures/score';
import { qrelsOf, runOf, value } from './make';

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
