import { describe, expect, it } from 'vitest';
import { buffersOf } from '../../../../src/adapters/rpc/buffers';

describe('buffers to move', () => {
  it('are those of the fields, each once', () => {
    const shared = new Float32Array(4);
    expect(buffersOf({ a: shared, b: shared.subarray(1), c: 1, d: 'x' })).toEqual([shared.buffer]);
    expect(buffersOf(null)).toEqual([]);
    expect(buffersOf('text')).toEqual([]);
  });
});
