import { describe, expect, it } from 'vitest';
import { poolOf } from '../../../../src/domain/fusion/pool';
import { fusedScores } from '../../../../src/domain/fusion/fuse';
import type { NormSpec } from '../../../../src/domain/fusion/method';
import { ordered } from '../measures/make';

const pool = poolOf([ordered('a b'), ordered('b c')]);

describe('fusedScores', () => {
  it('gives one score for each pooled document', () => {
    expect(fusedScores(pool, { method: 'isr' })).toHaveLength(3);
  });

  it('names the field that is not as long as there are lists', () => {
    expect(() => fusedScores(pool, { method: 'posfuse', probabilities: [[0.5]] })).toThrow(
      '2 lists need as many entries of “probabilities”',
    );
    const norm: NormSpec = { kind: 'theoretical-min-max', lowest: [0] };
    expect(() => fusedScores(pool, { method: 'sum', norm, absent: 'zero' })).toThrow('“norm.lowest”');
  });
});
