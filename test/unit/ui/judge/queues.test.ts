import { describe, expect, it } from 'vitest';
import { queryId } from '../../../../src/base/types';
import { questionOrder } from '../../../../src/domain/evidence/counted';
import { docs, input, openJudging } from './make';

describe('questions in random order', () => {
  it('are the queue, in an order that judgments do not change', async () => {
    const { session } = await openJudging([{ query: queryId('q1'), doc: docs.values().next().value!.id, grade: 1 }]);
    expect(session.queue).toEqual(questionOrder('c', input.queries));
  });

  it('open one by one, the first that is not complete', async () => {
    const { session } = await openJudging();
    const [first, second, third] = session.queue;
    session.openQuestion(third!);
    session.close();
    await session.idle();
    expect([session.index, session.next]).toEqual([first, second]);
    expect(session.countOf(third!)).toMatchObject({ left: 0 });
    session.close();
    await session.idle();
    expect([session.index, session.next]).toEqual([second, null]);
    expect(session.queue).toEqual([first, second, third]);
  });

  it('keep their place when they are skipped, and are judged last', async () => {
    const { session, disk } = await openJudging();
    const [first, second, third] = session.queue;
    session.skip();
    await session.idle();
    expect(session.queue).toEqual([first, second, third]);
    expect(session.isSkipped(first!)).toBe(true);
    expect(session.announcement).toContain('Later questions count once it is judged.');
    expect(session.index).toBe(second);
    session.close();
    session.close();
    await session.idle();
    expect(session.index).toBe(first);
    expect(new Set(disk.map(({ query }) => query))).not.toContain(input.queries[first!]);
    // Nothing else is left: it stays.
    session.skip();
    await session.idle();
    expect(session.index).toBe(first);
  });
});

it('opens the question that an address names, and stays where it names none of these', async () => {
  const { judging } = await openJudging();
  await judging.use(input, docs, queryId('q1'));
  const session = judging.session!;
  expect(session.query!.id).toBe('q1');
  session.visit(queryId('gone'));
  await session.idle();
  expect(session.query!.id).toBe('q1');
  session.visit(queryId('q2'));
  await session.idle();
  expect(session.query!.id).toBe('q2');
});
