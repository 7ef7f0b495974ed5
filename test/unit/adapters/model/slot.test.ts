import { expect, it } from 'vitest';
import { oneAtATime, slot } from '../../../../src/adapters/model/slot';

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
