import { expect, it } from 'vitest';
import { learnedKey, rankingsKey, scoredByKey } from '../../../../src/domain/run/kept-keys';

it('keys of what is beside a result are those of every version before', () => {
  expect(rankingsKey('r', 's')).toBe('1a1d42cd740383bae70c6103f11a525f903aa82821604d2ad10e287a898b6beb');
  expect(learnedKey('r', 's')).toBe('229b73d4f38703364998ecfca7beeb44eb44c6664ce007ecea775cb414607a67');
  expect(scoredByKey('q')).toBe('questions q');
});
