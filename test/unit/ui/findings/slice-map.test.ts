import { describe, expect, it } from 'vitest';
import { columnsThatFit, headsUpwards, nextCell, shownSystems } from '../../../../src/ui/findings/slice-map';

const report = (means: readonly number[], best: number) => ({
  systems: means.map((mean, s) => ({ id: `s${s}`, mean })),
  best: `s${best}`,
});

describe('shownSystems', () => {
  it('has the best first, and the others as they are', () => {
    expect(shownSystems(report([0.1, 0.4, 0.3], 1), null, 12)).toEqual([1, 0, 2]);
  });

  it('has the highest means of too many', () => {
    const many = report(
      Array.from({ length: 44 }, (_, s) => (s * 7) % 44),
      3,
    );
    const shown = shownSystems(many, null, 12);
    expect(shown).toHaveLength(12);
    expect(shown[0]).toBe(3);
    const lowest = Math.min(...shown.slice(1).map((s) => many.systems[s]!.mean));
    const left = many.systems.filter((_, s) => !shown.includes(s));
    expect(Math.max(...left.map(({ mean }) => mean))).toBeLessThan(lowest);
  });

  it('has those that were chosen, with the best', () => {
    expect(shownSystems(report([0.1, 0.4, 0.3, 0.2], 1), ['s3', 's0'], 12)).toEqual([1, 0, 3]);
  });
});

describe('columnsThatFit', () => {
  it('are more where it is wide, and twelve at most', () => {
    expect([300, 358, 568, 1180].map(columnsThatFit)).toEqual([6, 7, 11, 12]);
    expect(columnsThatFit(0)).toBe(2);
  });
});

describe('headsUpwards', () => {
  it('is so on a phone, and where columns are narrower than a word', () => {
    expect([headsUpwards(358, 3), headsUpwards(568, 6), headsUpwards(720, 6), headsUpwards(1180, 12)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('nextCell', () => {
  it.each([
    ['ArrowDown', [1, 1]],
    ['ArrowUp', [0, 1]],
    ['ArrowLeft', [0, 0]],
    ['ArrowRight', [0, 2]],
    ['Home', [0, 0]],
    ['End', [0, 2]],
  ] as const)('of %s from the first row is %j', (key, cell) => {
    expect(nextCell(key, [0, 1], 4, 3)).toEqual(cell);
  });

  it('stays within the table, and knows no other key', () => {
    expect(nextCell('ArrowDown', [3, 2], 4, 3)).toEqual([3, 2]);
    expect(nextCell('a', [0, 0], 4, 3)).toBeNull();
  });
});
