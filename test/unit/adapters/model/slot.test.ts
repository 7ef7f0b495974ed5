import { expect, it } from 'vitest';
import { oneAtATime, sideBySide, slot } from '../../../../src/adapters/model/slot';

it('a slot loads once, loads another in its place, and tries again what failed', async () => {
  const loads: string[] = [];
  const get = slot(
    (name: string) => name,
    (name) => {
      loads.push(name);
      return name === 'bad' ? Promise.reject(new Error('bad')) : Promise.resolve(`${name}!`);
    },
  );
  expect(await Promise.all([get('a'), get('a')])).toEqual(['a!', 'a!']);
  await expect(get('bad')).rejects.toThrow('bad');
  await expect(get('bad')).rejects.toThrow('bad');
  expect(await get('a')).toBe('a!');
  expect(loads).toEqual(['a', 'bad', 'bad', 'a']);
});

it('tasks run one after the other, and one that fails stops none', async () => {
  const inTurn = oneAtATime();
  const log: string[] = [];
  const task = (name: string, fails: boolean) => async () => {
    log.push(`${name} begins`);
    await Promise.resolve();
    log.push(`${name} ends`);
    if (fails) throw new Error(name);
    return name;
  };
  const done = await Promise.allSettled([inTurn(task('a', true)), inTurn(task('b', false))]);
  expect(done.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

it('tasks that wait behind one whose failure is final fail as it did, and are not begun', async () => {
  const inTurn = oneAtATime((reason) => reason === 'full');
  const begun: string[] = [];
  const task = (reason: string) => () => {
    begun.push(reason);
    return Promise.reject(new Error(reason).message);
  };
  const done = await Promise.allSettled([inTurn(task('odd')), inTurn(task('full')), inTurn(task('never'))]);
  expect(done.map((each) => each.status === 'rejected' && (each.reason as string))).toEqual(['odd', 'full', 'full']);
  expect(begun).toEqual(['odd', 'full']);
});

it('tasks of one key run side by side, others wait for them, and one without a key runs alone', async () => {
  const inTurn = sideBySide(2);
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (name: string, key: string | null): Promise<void> =>
    inTurn(key, () => {
      log.push(name);
      return new Promise((resolve, reject) =>
        ends.set(name, name === 'a2' ? () => reject(new Error('fails')) : resolve),
      );
    });
  const settled = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));
  const end = async (name: string): Promise<void> => {
    ends.get(name)!();
    await settled();
  };
  const all = Promise.allSettled([
    begin('a1', 'a'),
    begin('a2', 'a'),
    begin('a3', 'a'),
    begin('alone', null),
    begin('a4', 'a'),
    begin('b', 'b'),
  ]);
  expect(log).toEqual(['a1', 'a2']);
  await end('a2');
  expect(log).toEqual(['a1', 'a2', 'a3']);
  await end('a1');
  expect(log, 'what came later does not overtake').toEqual(['a1', 'a2', 'a3']);
  await end('a3');
  expect(log.slice(3)).toEqual(['alone']);
  await end('alone');
  expect(log.slice(4)).toEqual(['a4']);
  await end('a4');
  expect(log.slice(5)).toEqual(['b']);
  await end('b');
  expect((await all).map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true, true]);
});
