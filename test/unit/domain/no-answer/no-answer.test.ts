import { describe, expect, it } from 'vitest';
import { queryId } from '../../../../src/base/types';
import { readNoAnswer } from '../../../../src/domain/no-answer/no-answer';

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

  it('have an interval that covers what is held out, by questions of both kinds', () => {
    const { heldOut } = read(series(40, 1), series(20, 0.5)).systems[0]!;
    expect(heldOut!.ci95[0]).toBeLessThan(heldOut!.balanced);
    expect(heldOut!.ci95[1]).toBeGreaterThan(heldOut!.balanced);
  });

  it('have no held-out figure where a kind has fewer than five questions', () => {
    const few = read(series(30, 3), series(4, 1)).systems[0]!;
    expect(few.heldOut).toBeNull();
    expect(few.area.auc).toBe(1);
  });
});
