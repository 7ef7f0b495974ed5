import { describe, expect, it } from 'vitest';
import { rankLine, rankScale, rankTicks, type RankedMark } from '../../../../src/ui/diagnosis/rank-line';

const marks = (ranks: readonly (number | null)[]): RankedMark[] =>
  ranks.map((rank, i) => ({
    system: `s${i}`,
    name: `a system of name ${i}`,
    rank,
    text: rank === null ? 'not found' : `${rank}`,
  }));
const WIDTH = 700;
const scale = rankScale(100, 10, 690);

const LETTER = 6.7;
const box = ({ label, name, text }: ReturnType<typeof rankLine>['marks'][number]) => {
  const length = LETTER * (name.length + 1 + text.length);
  return label.anchor === 'start' ? [label.x, label.x + length] : [label.x - length, label.x];
};

describe('rankScale', () => {
  it('is logarithmic, with what is not found and what is beyond at its end', () => {
    expect([1, 10, 100].map(scale)).toEqual([10, 350, 690]);
    expect([scale(null), scale(400)]).toEqual([690, 690]);
  });
});

describe('rankLine', () => {
  it.each([
    [[70, 12, 29, 11, 29, 5]],
    [[1, 1, 1, 1, 1, 1]],
    [[null, null, 100, 99, 98, 1]],
    [[5, 6, 7, 8, 9, 10, 11, 12]],
  ])('labels %j without overlap, within the width', (ranks) => {
    const { marks: placed, above, below } = rankLine(marks(ranks), scale, WIDTH);
    expect(placed).toHaveLength(ranks.length);
    for (const [i, a] of placed.entries()) {
      const [from, to] = box(a) as [number, number];
      expect(from).toBeGreaterThanOrEqual(-5);
      expect(to).toBeLessThanOrEqual(WIDTH + 5);
      expect(-above).toBeLessThan(a.label.y);
      expect(below).toBeGreaterThan(a.label.y);
      for (const b of placed.slice(i + 1)) {
        const [other, end] = box(b) as [number, number];
        if (a.label.y === b.label.y) expect(from >= end || other >= to).toBe(true);
        if (Math.abs(a.x - b.x) < 14) expect(Math.abs(a.dy - b.dy)).toBeGreaterThanOrEqual(14);
      }
    }
  });

  it('leads to a label by a line that crosses no other, where marks are apart', () => {
    const { marks: placed } = rankLine(marks([70, 12, 29, 20, 5, 2]), scale, WIDTH);
    for (const near of placed)
      for (const far of placed) {
        const [start, stop] = box(near) as [number, number];
        const isBeyond = near.label.y < 0 ? far.label.y < near.label.y : far.label.y > near.label.y;
        if (isBeyond) expect(far.x <= start || far.x >= stop).toBe(true);
      }
  });
});

describe('rankTicks', () => {
  it('are round ranks up to the end', () => {
    expect(rankTicks(100)).toEqual([1, 5, 10, 20, 50, 100]);
    expect(rankTicks(20)).toEqual([1, 2, 5, 10, 20]);
  });
});
