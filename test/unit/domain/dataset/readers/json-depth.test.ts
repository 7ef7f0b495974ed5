import { describe, expect, it } from 'vitest';
import { isDeeperThan, tooDeepField } from '../../../../../src/domain/dataset/readers/json-depth';

const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`);

describe('the depth of a JSON value', () => {
  it('is that of its lists and objects, not of what they hold', () => {
    for (const [value, depth] of [
      [1, 0],
      [null, 0],
      [[1, 'a', null], 1],
      [{ a: [], b: 1 }, 2],
      [[{ a: [[]] }], 4],
    ] as const) {
      expect(isDeeperThan(value, depth)).toBe(false);
      if (depth > 0) expect(isDeeperThan(value, depth - 1)).toBe(true);
    }
  });

  it('is not followed beyond what is asked for', () => {
    expect(isDeeperThan(nested(1_000_000), 500)).toBe(true);
  });
});

describe('the field that is nested too deep', () => {
  it.each([
    [{ a: nested(2), b: nested(3) }, 3, 'b'],
    [{ a: 1, metadata: { ok: [1], parts: nested(3) } }, 4, 'metadata.parts'],
    [{ a: { b: { c: nested(3) } } }, 4, 'a.b'],
    [nested(4), 3, ''],
    [{ a: nested(2) }, 3, null],
  ])('of %j beyond %i is %j', (value, most, field) => {
    expect(tooDeepField(value, most)).toBe(field);
  });
});
