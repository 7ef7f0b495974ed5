import { describe, expect, it, vi } from 'vitest';
import { HitrateError } from '../../../../src/contract/errors';
import { Task, type TaskContext } from '../../../../src/ui/shared/task.svelte';

/** Work that ends when it is told to, or when it is aborted. */
function pending<Made>() {
  let context!: TaskContext<string>;
  let end!: (made: Made) => void;
  const work = (given: TaskContext<string>): Promise<Made> => {
    context = given;
    return new Promise<Made>((resolve, reject) => {
      end = resolve;
      given.signal.addEventListener('abort', () => reject(given.signal.reason as Error));
    });
  };
  return { work, end: (made: Made) => end(made), context: () => context };
}

describe('a task', () => {
  it('is busy until its work is done, tells how far it is, and gives what was made', async () => {
    const [task, { work, end, context }, take] = [new Task<string>(), pending<number>(), vi.fn()];
    const done = task.run(work, take);
    expect(task.busy).toBe(true);
    context().progress('half');
    expect(task.progress).toBe('half');
    end(7);
    expect(await done).toBe(7);
    expect(take).toHaveBeenCalledExactlyOnceWith(7);
    expect(task).toMatchObject({ busy: false, progress: null, failure: null, cancelled: false });
    context().progress('late');
    expect(task.progress).toBeNull();
  });

  it('says what went wrong, until it is begun again', async () => {
    const task = new Task();
    expect(await task.run(() => Promise.reject(new HitrateError('lists-missing', 'Full.')))).toBeUndefined();
    expect(task.failure).toEqual({ expected: true, message: 'Full.' });
    const again = task.run(() => Promise.resolve(1));
    expect(task.failure).toBeNull();
    expect(await again).toBe(1);
  });

  it('that is cancelled is busy until it has ended, and nothing of it counts', async () => {
    const [task, { work }, take] = [new Task<string>(), pending(), vi.fn()];
    const done = task.run(work, take);
    task.cancel();
    expect(task).toMatchObject({ busy: true, ending: 'cancel' });
    expect(await done).toBeUndefined();
    expect(take).not.toHaveBeenCalled();
    expect(task).toMatchObject({ busy: false, ending: null, cancelled: true, failure: null });
  });

  it('that is asked to finish gives what it has so far', async () => {
    const [task, { work, end, context }, take] = [new Task<string>(), pending<string>(), vi.fn()];
    const done = task.run(work, take);
    task.finish();
    expect(context().stop.aborted).toBe(true);
    expect(context().signal.aborted).toBe(false);
    expect(task.ending).toBe('finish');
    end('some');
    expect(await done).toBe('some');
    expect(take).toHaveBeenCalledWith('some');
  });

  it('counts the latest work alone, whichever ends first', async () => {
    const [task, first, second] = [new Task<string>(), pending<number>(), pending<number>()];
    const taken: number[] = [];
    const one = task.run(first.work, (made) => taken.push(made));
    const two = task.run(second.work, (made) => taken.push(made));
    expect(first.context().signal.aborted).toBe(true);
    first.context().progress('of the first');
    expect(task.progress).toBeNull();
    second.end(2);
    expect(await Promise.all([one, two])).toEqual([undefined, 2]);
    expect(taken).toEqual([2]);
  });

  it('that is dropped is free at once, and forgets its failure', async () => {
    const [task, { work, end }, take] = [new Task<string>(), pending<number>(), vi.fn()];
    const done = task.run(work, take);
    task.drop();
    expect(task.busy).toBe(false);
    end(1);
    expect(await done).toBeUndefined();
    expect(take).not.toHaveBeenCalled();
    task.fail(new HitrateError('lists-missing', 'Full.'));
    task.drop();
    expect(task.failure).toBeNull();
  });

  it('ends with its owner, which can wait for it', async () => {
    const owner = new AbortController();
    const [task, { work }, take] = [new Task<string>(owner.signal), pending(), vi.fn()];
    const done = task.run(work, take);
    owner.abort();
    await task.idle();
    expect(await done).toBeUndefined();
    expect(take).not.toHaveBeenCalled();
    expect(task.failure).toBeNull();
  });

  it('is not begun once its owner has ended', async () => {
    const owner = new AbortController();
    owner.abort();
    const work = vi.fn(() => Promise.resolve(1));
    expect(await new Task(owner.signal).run(work)).toBeUndefined();
    expect(work).not.toHaveBeenCalled();
  });
});
