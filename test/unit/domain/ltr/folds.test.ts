import { describe, expect, it } from 'vitest';
import { foldsOf, seededOrder } from '../../../../src/domain/ltr/folds';
import { queryId } from '../../../../src/base/types';

const questions = Array.from({ length: 103 }, (_, i) => queryId(`${i + 1}`));

const byId = (ids: typeof questions, folds: Int32Array) => new Map(ids.map((id, i) => [id, folds[i]!]));

describe('folds', () => {
  it('differ by one question at most', () => {
    const sizes = [0, 1, 2, 3, 4].map((fold) => foldsOf(questions, 5, 7).filter((each) => each === fold).length);
    expect(sizes).toEqual([21, 21, 21, 20, 20]);
  });

  it('do not depend on the order of the questions', () => {
    const turned = [...questions].reverse();
    expect(byId(turned, foldsOf(turned, 5, 7))).toEqual(byId(questions, foldsOf(questions, 5, 7)));
  });

  it('are the same for a seed, and others for another', () => {
    expect(foldsOf(questions, 5, 7)).toEqual(foldsOf(questions, 5, 7));
    expect(foldsOf(questions, 5, 8)).not.toEqual(foldsOf(questions, 5, 7));
    // Frozen: another hash would give every collection other folds.
    expect(seededOrder(['a', 'b', 'c', '文', '🙂'].map(queryId), 1)).toEqual([3, 2, 1, 0, 4]);
  });

  it('do not follow the numbers of the questions', () => {
    const folds = foldsOf(questions, 2, 1);
    const agreeing = folds.filter((fold, i) => fold === i % 2).length;
    expect(agreeing).toBeGreaterThan(30);
    expect(agreeing).toBeLessThan(73);
    const firstHalf = folds.subarray(0, 51).filter((fold) => fold === 0).length;
    expect(firstHalf).toBeGreaterThan(12);
    expect(firstHalf).toBeLessThan(39);
  });

  it('need at least two, a question each, and no question twice', () => {
    expect(() => foldsOf(questions, 1, 0)).toThrow('at least two');
    expect(() => foldsOf(questions.slice(0, 3), 4, 0)).toThrow('4 folds need as many questions, not 3');
    expect(() => foldsOf([queryId('a'), queryId('a')], 2, 0)).toThrow('twice');
  });
});
