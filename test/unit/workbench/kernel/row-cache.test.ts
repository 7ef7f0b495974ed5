import { expect, it } from 'vitest';
import type { StoragePort } from '../../../../src/contract/storage';
import { RowCache } from '../../../../src/workbench/kernel/row-cache';

interface Block {
  readonly keys: readonly string[];
  readonly width: number;
  readonly values: Float32Array;
  readonly own: boolean;
}

/** A cache over a storage that holds some blocks, and what is written to it. */
function opened(...blocks: Block[]) {
  const written: unknown[] = [];
  const rows = {
    async *read() {
      for (const block of blocks) yield await Promise.resolve(block);
    },
    add: (...call: unknown[]) => Promise.resolve(void written.push(call)),
  };
  return { cache: new RowCache({ rows } as unknown as StoragePort, 'c', 'vectors'), written };
}

const block = (own: boolean, ...keys: string[]): Block => ({
  keys,
  width: 2,
  values: Float32Array.from(keys.flatMap((key) => [Number(key), -Number(key)])),
  own,
});

it('copies wanted rows that another collection holds, and no others, and says which must be computed', async () => {
  const { cache, written } = opened(block(true, '1', '2'), block(false, '3', '4'));
  expect(await cache.load(['1', '4', '5', '5'])).toEqual(new Set(['5']));
  expect(written).toEqual([['c', 'vectors', { keys: ['4'], width: 2, values: Float32Array.of(4, -4) }]]);
  expect([cache.get('1'), cache.get('4')]).toEqual([Float32Array.of(1, -1), Float32Array.of(4, -4)]);
  expect(() => cache.get('2')).toThrow('row 2 was not computed');
});

it('writes rows 512 at a time, and what is left when it is flushed', async () => {
  const { cache, written } = opened();
  for (let i = 0; i < 600; i++) await cache.add(String(i), Float32Array.of(i));
  expect(written).toMatchObject([['c', 'vectors', { keys: { length: 512 } }]]);
  await cache.flush();
  expect(written[1]).toMatchObject(['c', 'vectors', { width: 1, values: { length: 88 } }]);
});
