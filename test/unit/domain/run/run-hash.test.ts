import { describe, expect, it } from 'vitest';
import { packRankings, runHash, type PackedRun } from '../../../../src/domain/run/packed';
import { docId, queryId } from '../../../../src/base/types';

const run = (changes: Partial<PackedRun> = {}): PackedRun => ({
  queries: [queryId('q1')],
  docs: [docId('a'), docId('b')],
  rankings: packRankings([[{ doc: 1, score: 2 }]]),
  ...changes,
});

describe('runHash', () => {
  it('is the same for the same run', () => {
    expect(runHash(run())).toBe(runHash(run()));
  });

  it('is another for another question, document or score', () => {
    const others = [
      run({ queries: [queryId('q2')] }),
      run({ docs: [docId('a'), docId('c')] }),
      run({ rankings: packRankings([[{ doc: 0, score: 2 }]]) }),
      run({ rankings: packRankings([[{ doc: 1, score: 2.0000000000000004 }]]) }),
    ];
    expect(new Set([run(), ...others].map(runHash)).size).toBe(5);
  });

  it('reads only its own part of a shared buffer', () => {
    const scores = new Float64Array([9, 2, 9]).subarray(1, 2);
    expect(runHash(run({ rankings: { ...run().rankings, scores } }))).toBe(runHash(run()));
  });
});
