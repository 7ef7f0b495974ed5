import { expect, it } from 'vitest';
import { LineCounter } from '../../../../src/domain/dataset/line-counter';

it('counts lines and columns from 1, forwards and back, and takes a line break for the end of its line', () => {
  const lines = new LineCounter('ab\n\r\ncd');
  const at = (offset: number) => Object.values(lines.at(offset));
  expect(at(0)).toEqual([1, 1]);
  expect(at(2)).toEqual([1, 3]);
  expect(at(3)).toEqual([2, 1]);
  expect(at(6)).toEqual([3, 2]);
  expect(at(7)).toEqual([3, 3]);
  expect(at(1)).toEqual([1, 2]);
});

// Read from its start each time it would take an hour.
it('reads one long line once', () => {
  const lines = new LineCounter('x'.repeat(10_000_000));
  let line = 0;
  for (let offset = 0; offset < 100_000; offset++) ({ line } = lines.at(offset));
  expect(line).toBe(1);
});
