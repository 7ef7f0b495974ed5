import { describe, expect, it } from 'vitest';
import { queryId } from '../../../../src/base/types';
import {
  balancedAccuracy,
  bestRefusal,
  isRefusedAt,
  readNoAnswer,
  refusalCurve,
  refusalsAt,
} from '../../../../src/domain/no-answer/no-answer';

const ids = (prefix: string, n: number) => Array.from({ length: n }, (_, i) => queryId(`${prefix}${i}`));
const read = (answerable: number[], unanswerable: number[]) =>
  readNoAnswer({
    answerable: ids('a', answerable.length),
    unanswerable: ids('u', unanswerable.length),
    systems: [{ id: 's', answerable, unanswerable }],
    seed: 7,
    resamples: 499,
  });
const series = (n: number, from: number): number[] => Array.from({ length: n }, (_, i) => from + ((i * 7) % 10) / 10);

describe('questions without an answer', () => {
  it('are told apart where their first scores are lower', () => {
    const { systems, ...counts } = read(series(40, 5), series(20, 1));
    expect(counts).toEqual({ answerable: 40, unanswerable: 20 });
    expect(systems[0]).toMatchObject({
      system: 's',
      area: { auc: 1, ci95: [1, 1] },
      heldOut: { balanced: 1, ci95: [1, 1], falseAnswers: 0, falseRefusals: 0 },
    });
    expect(systems[0]!.chosen).toBeGreaterThan(1.9);
    expect(systems[0]!.chosen).toBeLessThanOrEqual(5);
  });

  it('give answering always and never answering the same poor value', () => {
    const always = read(series(30, 1).fill(1), series(10, 1).fill(1)).systems[0]!;
    const never = read(new Array<number>(30).fill(-Infinity), new Array<number>(10).fill(-Infinity)).systems[0]!;
    expect(always.heldOut).toMatchObject({ balanced: 0.5, falseAnswers: 1, falseRefusals: 0 });
    expect(never.heldOut).toMatchObject({ balanced: 0.5, falseAnswers: 0, falseRefusals: 1 });
    expect([always.area.auc, never.area.auc]).toEqual([0.5, 0.5]);
    expect(never.curve).toEqual([]);
  });

  it('have no held-out figure where a kind has fewer than five questions', () => {
    const few = read(series(30, 3), series(4, 1)).systems[0]!;
    expect(few.heldOut).toBeNull();
    expect(few.area.auc).toBe(1);
  });
});

const scores = { answerable: [3, 4, 5, -Infinity], unanswerable: [1, 3] };

describe('refusals by the first score', () => {
  it('are of scores below the threshold, and of empty lists', () => {
    expect(isRefusedAt(3, 3)).toBe(false);
    expect(isRefusedAt(2.9, 3)).toBe(true);
    expect(isRefusedAt(-Infinity, null)).toBe(true);
    expect(isRefusedAt(-1e300, null)).toBe(false);
    expect(refusalsAt(scores, 3)).toEqual({ falseAnswers: 0.5, falseRefusals: 0.25 });
    expect(refusalsAt(scores, null)).toEqual({ falseAnswers: 1, falseRefusals: 0.25 });
  });

  it('go from answering all that has a passage to answering nothing', () => {
    const curve = refusalCurve(scores, 5);
    expect(curve[0]).toMatchObject({ threshold: 1, falseAnswers: 1, falseRefusals: 0.25 });
    expect(curve.at(-1)).toMatchObject({ falseAnswers: 0, falseRefusals: 1 });
    expect(refusalCurve({ answerable: [2], unanswerable: [2] }, 3).at(-1)).toMatchObject({ falseRefusals: 1 });
    expect(refusalCurve({ answerable: [], unanswerable: [] }, 3)).toEqual([]);
  });

  it('are chosen by the best balance, and none where answering all is as good', () => {
    expect(bestRefusal(scores)).toBe(4);
    expect(bestRefusal({ answerable: [1, 2], unanswerable: [3, 4] })).toBeNull();
    expect(balancedAccuracy({ falseAnswers: 1, falseRefusals: 0 })).toBe(0.5);
    expect(balancedAccuracy({ falseAnswers: 0, falseRefusals: 1 })).toBe(0.5);
  });
});
