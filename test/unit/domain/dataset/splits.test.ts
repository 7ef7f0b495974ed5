import { describe, expect, it } from 'vitest';
import { bySplit, chooseSplit, fileOfSplit, splitNames } from '../../../../src/domain/dataset/splits';
import { source } from './make';

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

const files = (...paths: string[]) =>
  bySplit(
    paths.map((path) => source(path, '')),
    /^qa/i,
  );

describe('splits of files', () => {
  it('are what stands behind the name of the part', () => {
    expect([...files('a/qa_train.json', 'qa.json', 'QA-test.small.csv').keys()]).toEqual(['', 'test.small', 'train']);
  });

  it('are none where one file has none, and a name for it where others have one', () => {
    expect(splitNames(files('qa.json'), 'all')).toEqual([]);
    expect(splitNames(files('qa.json', 'qa.dev.json'), 'all')).toEqual(['all', 'dev']);
  });

  it.each([
    [['qa.dev.json', 'qa.dev.small.json'], 'dev.small', 'qa.dev.small.json'],
    [['qa.dev.json', 'qa.train.json'], 'dev.small', 'qa.dev.json'],
    [['qa.json', 'qa.train.json'], 'dev', 'qa.json'],
    [['qa.train.json'], 'dev', 'qa.train.json'],
    [['qa.train.json', 'qa.test.json'], 'dev', undefined],
    [['qa.de.json', 'qa.test.json'], 'dev', undefined],
  ])('of %j and %s give %s', (paths, split, expected) => {
    expect(fileOfSplit(files(...paths), split)?.path).toBe(expected);
  });
});
