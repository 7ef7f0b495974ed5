import { describe, expect, it } from 'vitest';
import { trainPosfuse } from '../../../../../src/domain/fusion/methods/posfuse';
import { expectFused, lists, question } from '../make';

describe('PosFuse', () => {
  it('adds the probability of each rank; beyond what was trained it adds 0', () => {
    const probabilities = [[0.5, 0.25], [0.4]];
    expectFused(lists('x y', 'y z'), { method: 'posfuse', probabilities }, { x: 0.5, y: 0.25 + 0.4, z: 0 });
  });
});

describe('trainPosfuse', () => {
  it('rejects dividing by questions whose list does not reach the rank', () => {
    expect(trainPosfuse([question('a b', 'a b'), question('c', '')])).toEqual([[1 / 2, 1]]);
  });

  it('gives nothing for a list that was always empty', () => {
    expect(trainPosfuse([question('', 'a')])).toEqual([[]]);
  });
});
