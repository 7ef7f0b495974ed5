import { describe, expect, it } from 'vitest';
import { nameSays } from '../../../../../src/domain/dataset/readers/name-says';

describe('what a name says', () => {
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
  ])('%s is %s', (path, expected) => {
    expect(nameSays(path)).toBe(expected);
  });
});
