import { expect, it } from 'vitest';
import { parseGrade, nameSays } from '../../../../../src/domain/dataset/readers/grade';

it.each([
  ['1', 1],
  [' -2 ', -2],
  ['+3', 3],
  ['1.0', 1],
  ['1.', 1],
  ['-0', 0],
  ['', null],
  ['1.5', null],
  ['1e0', null],
  ['0x1', null],
  ['nan', null],
  ['9007199254740993', null],
  ['1000', 1000],
  ['-1000', -1000],
  ['1001', null],
  ['-9000000000000000', null],
])('a grade %j is %j', (written, expected) => {
  expect(parseGrade(written)).toBe(expected);
});

it.each([
  ['a/qrels.txt', 'judgments'],
  ['judgements-2024.json', 'judgments'],
  ['qrels/test.tsv', 'judgments'],
  ['results/qrels.txt', 'judgments'],
  ['bm25.run', 'run'],
  ['run_1.json', 'run'],
  ['results/bm25.txt', 'run'],
  ['trunk.txt', null],
  ['runner.txt', null],
  ['bm25.txt', null],
])('what a name says %s is %s', (path, expected) => {
  expect(nameSays(path)).toBe(expected);
});
