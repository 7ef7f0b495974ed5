import { describe, expect, it } from 'vitest';
import { beirQrels } from '../../../../../src/domain/dataset/formats/beir-qrels';
import { source } from '../make';

describe('qrels of BEIR', () => {
  it.each([
    ['query-id\tcorpus-id\tscore\n', true],
    ['q 1\td 1\t1\n', true],
    ['q\td\t1\nq\td\tx\nq\te\t1\n', true],
    ['corpus-id\tquery-id\tscore\nd\tq\t1\n', false],
    ['a\tb\tc\n', false],
    ['q\t0\td\t1\n', false],
    ['q d 1\n', false],
    ['', false],
  ])('are recognised: %j is %s', async (text, expected) => {
    expect(await beirQrels.recognises(source('a.tsv', text))).toBe(expected);
  });
});
