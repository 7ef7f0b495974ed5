import { describe, expect, it } from 'vitest';
import { packRankings, unpackRankings } from '../../../../src/domain/run/packed';
import { docId } from '../../../../src/base/types';

const ids = ['a', 'b', 'c'].map(docId);

describe('packed rankings', () => {
  it('come back as they were packed, empty lists too', () => {
    const packed = packRankings([
      [
        { doc: 2, score: 1.5 },
        { doc: 0, score: -1 },
      ],
      [],
      [{ doc: 1, score: 0.1 }],
    ]);
    expect([...packed.offsets]).toEqual([0, 2, 2, 3]);
    expect(unpackRankings(packed, ids)).toEqual([
      [
        { id: 'c', score: 1.5 },
        { id: 'a', score: -1 },
      ],
      [],
      [{ id: 'b', score: 0.1 }],
    ]);
  });

  it('keep scores as doubles: what differs in the last bit is no tie', () => {
    const [list] = unpackRankings(packRankings([[{ doc: 0, score: 0.1 + 0.2 }]]), ids);
    expect(list![0]!.score).toBe(0.1 + 0.2);
  });

  it('can hold no questions at all', () => {
    expect(unpackRankings(packRankings([]), ids)).toEqual([]);
  });
});
