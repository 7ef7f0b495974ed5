import { describe, expect, it } from 'vitest';
import { DEFAULT_VECTOR_SEARCHES } from '../../../../../src/domain/retrieval/dense/vector-search-spec';
import { rocchio } from '../../../../../src/domain/retrieval/feedback/rocchio';

const rows = Float32Array.of(1, 0, 0, 2, 4, 4, -8, 0);
const query = Float32Array.of(1, 1);
const list = [0, 1, 2, 3].map((doc) => ({ doc }));
const { rocchio: DEFAULTS } = DEFAULT_VECTOR_SEARCHES;

describe('Rocchio', () => {
  it('adds the mean of the first rows and takes off the mean of the last', () => {
    // 2 (1, 1) + ½ ((1, 0) + (0, 2)) / 2 − ¼ (−8, 0).
    const moved = rocchio(query, rows, list, { alpha: 2, beta: 0.5, gamma: 0.25, first: 2, last: 1 });
    expect([...moved]).toEqual([2 + 0.25 + 2, 2 + 0.5]);
    // The sum of the first rows instead of their mean.
    expect(moved[0]).not.toBe(2 + 0.5 + 2);
  });

  it('takes rows by their place in the list, not by their number', () => {
    const moved = rocchio(query, rows, [{ doc: 2 }, { doc: 0 }], { alpha: 1, beta: 1, gamma: 0, first: 1, last: 0 });
    expect([...moved]).toEqual([5, 5]);
  });

  it('never takes a row for relevant and for not relevant', () => {
    const options = { alpha: 0, beta: 1, gamma: 1, first: 2, last: 3 };
    expect([...rocchio(query, rows, list.slice(0, 3), options)]).toEqual([0.5 - 4, 1 - 4]);
    expect([...rocchio(query, rows, list.slice(0, 2), options)]).toEqual([0.5, 1]);
  });

  it('takes nothing off by default, and an empty list leaves the question', () => {
    expect(rocchio(query, rows, list, DEFAULTS)).toEqual(
      rocchio(query, rows, list.slice(0, 3), { ...DEFAULTS, gamma: 1, last: 0 }),
    );
    expect(rocchio(query, rows, [], DEFAULTS)).toEqual(query);
  });

  it('does not write into the question', () => {
    rocchio(query, rows, list, DEFAULTS);
    expect([...query]).toEqual([1, 1]);
  });

  it('refuses hits that are no rows, and counts that are none', () => {
    expect(() => rocchio(query, rows, [{ doc: 4 }], DEFAULTS)).toThrow(RangeError);
    expect(() => rocchio(query, rows, list, { ...DEFAULTS, first: 1.5 })).toThrow(RangeError);
    expect(() => rocchio(query, rows, list, { ...DEFAULTS, last: -1 })).toThrow(RangeError);
  });
});
