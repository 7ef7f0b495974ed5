import { expect, it } from 'vitest';
import { queryId } from '../../../../src/base/types';
import { type JudgingPlan, retiredPlan } from '../../../../src/domain/judging/plan';

const plan: JudgingPlan = {
  queue: 'questions',
  seed: 's',
  measure: 'nDCG@10',
  depth: 10,
  systems: ['a', 'b'],
  pair: ['a', 'b'],
  completed: [queryId('q1')],
};

it('keeps what an earlier version judged by, and nothing of a plan by questions', () => {
  expect(retiredPlan(plan)).toBeNull();
  const drawn = { measure: 'nDCG@10' };
  const old = { ...plan, queue: 'passages', sample: 6, drawn } as const;
  expect(retiredPlan(old)).toEqual({ queue: 'passages', sample: 6, drawn });
  expect(retiredPlan({ ...plan, queue: 'informative' })).toEqual({ queue: 'informative' });
  // Once replaced by an order of questions, what was kept is still there.
  expect(retiredPlan({ ...plan, retired: { queue: 'passages', sample: 6 } })).toEqual({ queue: 'passages', sample: 6 });
});
