import { describe, expect, it } from 'vitest';
import { docId } from '../../../../src/base/types';
import { missedTargets, ranksOf, recallTargets } from '../../../../src/domain/diagnosis/recall-targets';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(docId) as [
  ReturnType<typeof docId>,
  ReturnType<typeof docId>,
  ReturnType<typeof docId>,
  ReturnType<typeof docId>,
];
const judged = new Map([
  [a, 2],
  [b, 0],
  [c, 1],
]);

describe('recallTargets', () => {
  it('is each passage whose grade is relevant', () => {
    expect(recallTargets(judged, undefined, 1)).toEqual([{ docs: [a] }, { docs: [c] }]);
    expect(recallTargets(judged, undefined, 2)).toEqual([{ docs: [a] }]);
  });

  it('is each need where there are needs, whatever the grades', () => {
    const needs = [{ docs: [b, c], text: 'x' }, { docs: [] }];
    expect(recallTargets(judged, needs, 2)).toEqual([{ docs: [b, c] }, { docs: [] }]);
  });
});

describe('missedTargets', () => {
  const ranks = ranksOf([
    { id: b, score: 1 },
    { id: a, score: 3 },
    { id: d, score: 1 },
  ]);

  it('reads a ranking as measures do: by score, then by id from the highest', () => {
    expect([...ranks]).toEqual([
      [a, 1],
      [d, 2],
      [b, 3],
    ]);
  });

  it('is what no passage within k meets', () => {
    const targets = [{ docs: [a] }, { docs: [c, b] }, { docs: [d] }, { docs: [] }];
    expect(missedTargets(targets, ranks, 2)).toEqual([{ docs: [c, b] }, { docs: [] }]);
    expect(missedTargets(targets, ranks, 3)).toEqual([{ docs: [] }]);
  });
});
