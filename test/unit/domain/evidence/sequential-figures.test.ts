import { expect, it } from 'vitest';
import { sequentialFigures } from '../../../../src/domain/evidence/sequential';
import { numbers } from '../statistics/close';

const input = (systems: number) => ({
  systems: Array.from({ length: systems }, (_, i) => ({ id: `s${i}`, values: numbers(80, i + 1) })),
  range: [-1, 1] as const,
  alpha: 0.05,
  margin: 0.02,
  better: 'higher' as const,
});

it('has wider intervals where all pairs hold together than those of the claim about the best', () => {
  const { shown, pairs } = sequentialFigures(input(4));
  expect(pairs).toHaveLength(6);
  const width = (interval: readonly [number, number] | null): number => interval![1] - interval![0];
  for (const [i, { interval }] of pairs.entries())
    expect(width(interval)).toBeGreaterThan(width(shown.pairs[i]!.interval));
});

it('has one pair of two systems, which is that claim', () => {
  const { shown, pairs } = sequentialFigures(input(2));
  expect(pairs).toEqual(shown.pairs);
});
