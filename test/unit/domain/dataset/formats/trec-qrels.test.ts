import { describe, expect, it } from 'vitest';
import { trecQrels } from '../../../../../src/domain/dataset/formats/trec-qrels';
import { source } from '../make';

describe('qrels of TREC', () => {
  it.each([
    ['a.txt', 'q1 0 d1 1\nq1 0 d2 0', true],
    ['a.txt', 'q1\t0\td1\t-1\r\n', true],
    ['a.txt', '# made by hand\nq1 Q0 d1 2.0\n', true],
    ['a.txt', 'q1 d1 1\n', false],
    ['qrels.txt', 'q1 d1 1\n', true],
    ['a.txt', 'q1 0 d1 0.5\n', true],
    ['a.txt', 'q1 0 d1 high\n', false],
    ['a.qrels', 'q1 0 d1 high\n', true],
    ['a.txt', 'this is no table\nbut has a line q 0 d 1\n', false],
    ['a.txt', 'q1 Q0 d1 1 2.5 tag\n', false],
    ['a.txt', '', false],
  ])('are recognised in %s: %j is %s', async (path, text, expected) => {
    expect(await trecQrels.recognises(source(path, text))).toBe(expected);
  });
});
