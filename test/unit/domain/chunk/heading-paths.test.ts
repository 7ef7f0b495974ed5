import { expect, test } from 'vitest';
import { HeadingPaths } from '../../../../src/domain/chunk/recursive';

const headings = (...levels: readonly number[]) => ({
  outline: { pages: [], headings: levels.map((level, i) => ({ start: 10 * i, level, text: `${i}` })) },
});

test('a place stands under the last heading before it, and those of higher levels above that', () => {
  const paths = new HeadingPaths(headings(1, 2, 4, 3, 1, 2));
  expect([0, 9, 10, 25, 39, 40, 99].map((place) => paths.at(place).join())).toEqual([
    '0',
    '0',
    '0,1',
    '0,1,2',
    '0,1,3',
    '4',
    '4,5',
  ]);
});

test('nothing stands above the first heading, or where there is none', () => {
  const { outline } = headings(2, 1);
  const later = {
    outline: { ...outline, headings: outline.headings.map((each) => ({ ...each, start: each.start + 5 })) },
  };
  expect(new HeadingPaths(later).at(4)).toEqual([]);
  // A deeper heading that comes first is above nothing.
  expect(new HeadingPaths(later).at(15)).toEqual(['1']);
  expect(new HeadingPaths({}).at(3)).toEqual([]);
});
