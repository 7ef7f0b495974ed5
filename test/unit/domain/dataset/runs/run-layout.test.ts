import { describe, expect, it } from 'vitest';
import { layoutOf } from '../../../../../src/domain/dataset/runs/run-layout';

const split = (text: string) => text.split('\n').map((line) => line.split(' '));

describe('the layout of a run', () => {
  it.each<[string, string, 'run' | 'judgments' | null, unknown]>([
    ['whole', 'q1 Q0 d1 1 2.5 tag', null, null],
    ['whole, with any second column', 'q1 x d1 1 2.5 tag', null, null],
    ['whole, scores that are no numbers', 'q1 Q0 d1 1 nan tag\nq1 Q0 d2 2 inf tag', null, null],
    ['without rank', 'q1 Q0 d1 2.5 tag\nq1 Q0 d2 1.5 tag', null, 'rank'],
    ['without tag', 'q1 Q0 d1 1 2.5\nq1 Q0 d2 2 1.5', null, 'tag'],
    ['without Q0 and tag', 'q1 d1 1 2.5\nq1 d2 2 1.5', null, 'Q0 and tag'],
    ['without rank and tag', 'q1 Q0 d1 2.5\nq1 Q0 d2 1.5', null, 'rank and tag'],
    ['ranks alone', 'q1 d1 1\nq1 d2 2\nq1 d3 3\nq1 d4 4\nq1 d5 5\nq2 d1 1', null, 'score'],
    ['few ranks, with the name of a run', 'q1 d1 1\nq1 d2 2', 'run', 'score'],
    ['with one odd line', 'q1 Q0 d1 1 2.5 tag\nodd\nq1 Q0 d2 2 1.5 tag', null, null],
  ])('is told: %s', (_name, text, nameSays, missing) => {
    expect(layoutOf(split(text), nameSays)?.missing).toBe(missing);
  });

  it.each<[string, string, 'run' | 'judgments' | null]>([
    ['nothing', '', null],
    ['judgments of TREC', 'q1 0 d1 1\nq1 0 d2 0', null],
    ['judgments that look like ranks', 'q1 0 d1 1\nq1 0 d2 2', null],
    ['judgments without iteration', 'q1 d1 1\nq1 d2 0\nq1 d3 1', null],
    ['few ranks', 'q1 d1 1\nq1 d2 2', null],
    ['ranks with the name of judgments', 'q1 d1 1\nq1 d2 2\nq1 d3 3\nq1 d4 4\nq1 d5 5', 'judgments'],
    ['prose', 'this is a text of words\nand this is one more', null],
    ['five columns of five tags', 'q1 Q0 d1 2.5 a\nq1 Q0 d2 1.5 b', null],
    ['a table of other things', '1 2 3 x y z\n4 5 6 x y z', null],
  ])('is none: %s', (_name, text, nameSays) => {
    expect(layoutOf(split(text), nameSays)).toBeNull();
  });
});
