import { expect, it } from 'vitest';
import { chooseSplit } from '../../../../src/domain/dataset/splits';

it.each([
  [['dev', 'test', 'train'], undefined, 'test'],
  [['dev', 'train'], undefined, 'dev'],
  [['a', 'b'], undefined, 'a'],
  [[], undefined, null],
  [['dev', 'test'], 'dev', 'dev'],
  [['dev', 'test'], 'Test', undefined],
  [[], 'test', undefined],
])('of %j, asked for %s: %s', (splits, asked, expected) => {
  expect(chooseSplit(splits, asked)).toBe(expected);
});
