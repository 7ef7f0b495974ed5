import { expect, it } from 'vitest';
import type { ComparedVerdict } from '../../../../src/domain/verdict/types';
import { detectableOf } from '../../../../src/ui/data/readiness';

const verdict = (detectable: number | null, means: Readonly<Record<string, number>>): ComparedVerdict =>
  ({
    systems: Object.entries(means).map(([system, mean]) => ({ system, mean })),
    recommended: { system: Object.keys(means)[0]! },
    badges: { questions: { questions: 156, detectable } },
  }) as unknown as ComparedVerdict;

it('says which differences the questions show, and what more questions would', () => {
  const found = detectableOf(verdict(0.053, { ensemble: 0.785, bm25: 0.703, 'ensemble-rrf': 0.778 }))!;
  expect(found.systems.map(({ system, seen }) => [system, seen])).toEqual([
    ['ensemble-rrf', false],
    ['bm25', true],
  ]);
  // Half the spread takes four times the questions, not twice.
  expect(found.more.map(({ questions, difference }) => [questions, difference.toFixed(4)])).toEqual([
    [312, '0.0375'],
    [624, '0.0265'],
  ]);
  expect(found.end).toBeCloseTo(0.1);
});

it('counts a difference by its size, also of a system of a higher mean', () => {
  const [ahead] = detectableOf(verdict(0.01, { cheap: 0.7, slow: 0.75 }))!.systems;
  expect([ahead!.difference.toFixed(2), ahead!.seen]).toEqual(['0.05', true]);
});

it('is nothing where systems do not differ', () => {
  expect(detectableOf(verdict(null, { a: 0.5, b: 0.5 }))).toBeNull();
});
