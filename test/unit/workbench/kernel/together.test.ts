import { describe, expect, it } from 'vitest';
import { together } from '../../../../src/workbench/kernel/pace';

describe('tasks that run together', () => {
  it('give what each gives, in their order', async () => {
    const slow = new Promise<string>((resolve) => setTimeout(() => resolve('slow')));
    expect(await together([slow, Promise.resolve(2)])).toEqual(['slow', 2]);
  });

  it('have all ended when one has failed', async () => {
    const seen: string[] = [];
    const slow = new Promise<void>((resolve) => setTimeout(resolve)).then(() => void seen.push('ended'));
    await expect(together([Promise.reject(new Error('no')), slow])).rejects.toThrow('no');
    expect(seen).toEqual(['ended']);
  });
});
