import { describe, expect, it } from 'vitest';
import { sequentialEvidence, type SequentialInput } from '../../../../src/domain/evidence/sequential';
import { numbers } from '../statistics/close';

const evidence = (rows: readonly (readonly number[])[], other: Partial<SequentialInput> = {}) =>
  sequentialEvidence({
    systems: rows.map((row, i) => ({ id: 'abcdef'[i]!, values: Float64Array.from(row) })),
    range: [-1, 1],
    alpha: 0.05,
    margin: 0,
    better: 'higher',
    ...other,
  });

const base = Array.from(numbers(200), (value) => 0.2 + 0.5 * value);
const noise = (seed: number, size: number): number[] =>
  base.map((_, q) => size * Math.sin(12.9898 * (q + 1) + 78.233 * seed));
const row = (seed: number, advantage: number): number[] =>
  base.map((value, q) => value + advantage + noise(seed, 0.1)[q]!);

describe('evidence of two systems', () => {
  it('decides for the better one, by what is better', () => {
    expect(evidence([row(1, 0.1), row(2, 0)]).state).toEqual({ kind: 'decided', best: 'a' });
    expect(evidence([row(1, 0), row(2, 0.1)]).state).toEqual({ kind: 'decided', best: 'b' });
    expect(evidence([row(1, 0.1), row(2, 0)], { better: 'lower' }).state).toEqual({ kind: 'decided', best: 'b' });
    expect(evidence([row(1, 0), row(2, 0.1)], { better: 'lower' }).state).toEqual({ kind: 'decided', best: 'a' });
  });

  it('is open without a question, and where there is no difference', () => {
    const { pairs, state } = evidence([[], []]);
    expect(state).toEqual({ kind: 'open', candidates: ['a', 'b'] });
    expect(pairs[0]).toMatchObject({ questions: 0, mean: NaN, interval: [-1, 1] });
    expect(evidence([row(1, 0), row(2, 0)]).state.kind).toBe('open');
  });

  it('calls them equivalent where the interval is within the margin, and never with a margin of 0', () => {
    const alike = [row(1, 0.001), row(2, 0)];
    expect(evidence(alike, { margin: 0.1 }).state).toEqual({ kind: 'equivalent', best: ['a', 'b'] });
    expect(evidence(alike, { margin: 0.01 }).state.kind).toBe('open');
    expect(evidence([base, base], { margin: 0 }).state.kind).toBe('open');
  });

  it('leaves out a question that one of them has no value for', () => {
    const first = row(1, 0.1);
    const second = row(2, 0);
    const { pairs } = evidence([first.map((value, q) => (q < 20 ? NaN : value)), second]);
    expect(pairs).toEqual(evidence([first.slice(20), second.slice(20)]).pairs);
  });
});

describe('evidence of several systems', () => {
  it('excludes what is shown to be worse than any other, and decides once one remains', () => {
    const clear = [row(1, 0.15), row(2, 0.15), row(3, 0)];
    expect(evidence(clear).state).toEqual({ kind: 'open', candidates: ['a', 'b'] });
    expect(evidence([row(1, 0.3), row(2, 0.15), row(3, 0)]).state).toEqual({ kind: 'decided', best: 'a' });
    expect(evidence(clear, { margin: 0.1 }).state).toEqual({ kind: 'equivalent', best: ['a', 'b'] });
  });

  it('decides only for a system that is shown better than each other itself', () => {
    // b is excluded by c, and c by a; of a and b little is known: b lacks most questions.
    const few = (values: readonly number[], from: number, to: number) =>
      values.map((value, q) => (q >= from && q < to ? value : NaN));
    const rows = [few(row(1, 0.3), 0, 105), row(3, 0.15), few(row(2, 0), 95, 200)];
    const { pairs, state } = evidence(rows);
    expect(pairs[0]!.interval![0]).toBeGreaterThan(0);
    expect(pairs[2]!.interval![0]).toBeGreaterThan(0);
    expect(pairs[1]!.interval![0]).toBeLessThan(0);
    expect(state).toEqual({ kind: 'open', candidates: ['a', 'c'] });
  });

  it('claims nothing from an interval that excludes every mean', () => {
    const drift = base.map((_, q) => (q < 100 ? 0.9 : 0));
    const zero = base.map(() => 0.45);
    const { pairs, state } = evidence([drift, zero]);
    expect(pairs[0]!.interval).toBeNull();
    expect(state).toEqual({ kind: 'open', candidates: ['a', 'b'] });
  });
});
