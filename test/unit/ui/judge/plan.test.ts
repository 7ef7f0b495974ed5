import { describe, expect, it, vi } from 'vitest';
import { docId } from '../../../../src/base/types';
import { orderedQuestions } from '../../../../src/ui/judge/judged-evidence';
import { firstSettings, planOf, plannedSettings } from '../../../../src/ui/judge/judging-settings';
import { pooled } from '../../domain/judging/make';
import { docs, input, openJudging, planWith } from './make';

describe('the plan of judging', () => {
  it('is kept before the first judgment is, and not when the screen is opened or set', async () => {
    const { judging, plans, stored } = await openJudging();
    await judging.set({ depth: 2 });
    expect(plans).toEqual([]);
    judging.session!.grade(1);
    await judging.session!.idle();
    expect(plans).toEqual([expect.objectContaining({ queue: 'questions', depth: 2, seed: 'c', completed: [] })]);
    expect(stored.planJudging.mock.invocationCallOrder[0]!).toBeLessThan(stored.addActs.mock.invocationCallOrder[0]!);
  });

  it('says which questions are complete, in the order in which they count', async () => {
    const { session, plans } = await openJudging();
    const [first, second] = session.queue.map((index) => input.queries[index]!);
    session.visit(second!);
    session.close();
    session.close();
    await session.idle();
    expect(plans.map(({ completed }) => completed)).toEqual([[], [second], [first, second]]);
    session.undo();
    await session.idle();
    expect(plans.at(-1)!.completed).toEqual([second]);
  });

  it('counts questions that came with judgments from the start, and after these are changed', async () => {
    const [given] = input.queries;
    const came = [{ query: given!, doc: docId('a'), grade: 1 }];
    const { session, plans, disk } = await openJudging(came);
    const counts = () => orderedQuestions(session.board, session.order);
    expect(counts()).toMatchObject({ questions: [0], of: 3, waiting: 0, left: 5 });
    session.visit(given!);
    await session.idle();
    session.point(session.items.findIndex(({ item }) => item.place.doc === 'a'));
    session.grade(2);
    await session.idle();
    expect(disk).toHaveLength(1);
    expect(counts()).toMatchObject({ questions: [0], left: 5 });
    expect(plans.at(-1)).toMatchObject({ completed: [], given: [given] });
  });

  it('goes on after a reload, and changes with the settings', async () => {
    const { judging, plans } = await openJudging([], {}, { plan: { ...planWith(), depth: 2 } });
    expect(judging.settings).toMatchObject({ depth: 2, k: 2, pair: [0, 1] });
    await judging.set({ depth: 1 });
    expect(plans.at(-1)).toMatchObject({ queue: 'questions', depth: 1 });
  });

  it.each(['passages', 'informative'] as const)('of an earlier version keeps what it had of %s', async (queue) => {
    const drawn = { measure: 'nDCG@10', questions: [] };
    const before = { ...planWith(queue), sample: 3, drawn };
    const { judging, session, plans } = await openJudging([], {}, { plan: before });
    const retired = { queue, sample: 3, drawn };
    expect(judging.settings!.retired).toEqual(retired);
    expect(session.queue).toEqual(session.board.randomOrder);
    session.close();
    await session.idle();
    expect(plans.at(-1)).toMatchObject({ queue: 'questions', completed: [expect.anything()], retired });
    const again = await openJudging([], {}, { plan: plans.at(-1)! });
    expect(again.judging.settings!.retired).toEqual(retired);
  });

  it('is followed where another tab changes it, and is not written again', async () => {
    const { judging, plans, session, stored } = await openJudging();
    session.grade(1);
    await session.idle();
    stored.planJudging.mockClear();
    plans.push({ ...plans.at(-1)!, completed: [input.queries[0]!] });
    await judging.syncPlan();
    expect(judging.session).toBe(session);
    plans.push({ ...planWith(), depth: 1 });
    await judging.syncPlan();
    expect(judging.settings!.depth).toBe(1);
    expect(judging.session).not.toBe(session);
    await vi.waitFor(() => expect(judging.ready).toBe(true));
    await judging.use(input, docs);
    expect(judging.settings!.depth).toBe(1);
  });

  it('fits other lists where they have its systems, and gives its seed where they do not', () => {
    const plan = planWith();
    expect(planOf(plannedSettings(plan, input), input, { completed: [], given: [] })).toEqual({ ...plan, given: [] });
    const more = pooled({ bm25: [['a']], other: [['b']], third: [['c']] });
    expect(plannedSettings({ ...plan, pair: ['other', 'bm25'] }, more)).toMatchObject({
      systems: new Set(['bm25', 'other']),
      pair: [1, 0],
    });
    const others = pooled({ bm25: [['a']], third: [['c']] });
    expect(plannedSettings(plan, others)).toEqual(firstSettings(others, 'c'));
  });
});
