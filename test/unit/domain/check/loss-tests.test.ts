import { describe, expect, it } from 'vitest';
import { type LossTestsInput, lossTests } from '../../../../src/domain/check/loss-tests';
import { compare } from '../../../../src/domain/statistics/compare';
import { uniform } from '../../../../src/domain/statistics/random';

const options = { margin: null, seed: 42, resamples: 2000 } as const;

function made(n: number, shift: number, noise: number, seed = 3) {
  const random = uniform(seed);
  const before = Float64Array.from({ length: n }, random);
  return { before, now: before.map((value) => value + shift + noise * (random() - 0.5)) };
}

const row = (system: string, values: { before: Float64Array; now: Float64Array }, measure = 'nDCG@10') => ({
  system,
  measure,
  ...values,
});

const only = (input: Pick<LossTestsInput, 'rows'> & Partial<LossTestsInput>) => lossTests({ ...options, ...input })[0]!;

describe('a check', () => {
  it('fails for a loss that is shown, and not for a gain', () => {
    const lost = only({ rows: [row('a', made(60, -0.1, 0.3))] });
    expect(lost).toMatchObject({ failed: true, questions: 60, identical: false });
    expect(lost.difference).toBeCloseTo(-0.1, 1);
    expect(lost.meanNow - lost.meanBefore).toBeCloseTo(lost.difference, 12);
    expect(only({ rows: [row('a', made(60, 0.1, 0.3))] }).failed).toBe(false);
    expect(only({ rows: [row('a', made(60, 0, 0.9, 5))] }).failed).toBe(false);
  });

  it('is one-sided: p is half of the two-sided one, on the side of the loss', () => {
    const values = made(60, -0.04, 0.4);
    const { p, interval } = only({ rows: [row('a', values)], resamples: 20_000 });
    const systems = { measure: 'nDCG@10', systems: ['now', 'before'], values: [values.now, values.before] };
    const { pairs } = compare({ ...systems, seed: 1, resamples: 20_000 });
    expect(Math.abs(p - pairs[0]!.p.randomisation! / 2)).toBeLessThan(0.01);
    expect(interval![0]).toBeCloseTo(pairs[0]!.ci95.bca![0], 2);
  });

  it('with a margin fails unless a loss of it is ruled out', () => {
    const margin = (n: number, shift: number, noise = 0.3) =>
      only({ rows: [row('a', made(n, shift, noise))], margin: 0.05 });
    expect(margin(100, 0).failed).toBe(false);
    expect(margin(100, -0.05).failed).toBe(true);
    // Nothing is shown, and too little is known.
    expect(margin(8, 0, 0.8).failed).toBe(true);
    // A small loss that is shown is accepted.
    const small = made(400, -0.02, 0.1);
    expect(only({ rows: [row('a', small)] }).failed).toBe(true);
    expect(only({ rows: [row('a', small)], margin: 0.05 }).failed).toBe(false);
  });

  it('corrects over systems and measures without a margin, and not with one', () => {
    const weak = row('a', made(60, -0.036, 0.3, 5));
    const others = [1, 2, 3, 4, 6, 7].map((seed) => row(String(seed), made(60, 0, 0.3, seed), 'MAP'));
    const alone = only({ rows: [weak] });
    const among = only({ rows: [weak, ...others] });
    expect([alone.failed, alone.decisive]).toEqual([true, alone.p]);
    expect(among.p).toBeCloseTo(alone.p, 12);
    expect(among.decisive).toBeGreaterThan(alone.decisive);
    const accepted = lossTests({ ...options, margin: 0.1, rows: [weak, ...others] });
    expect(accepted.map(({ decisive }) => decisive)).toEqual(accepted.map(({ p }) => p));
  });

  it('passes what did not change, whatever the number of questions', () => {
    const before = Float64Array.of(0.5, 1);
    for (const margin of [null, 0.01])
      expect(only({ rows: [row('a', { before, now: before })], margin })).toMatchObject({
        failed: false,
        identical: true,
        detectable: null,
        mostLost: [],
      });
  });

  it('knows where less is better', () => {
    const found = only({ rows: [row('a', made(60, 0.1, 0.3), 'Hole@10')] });
    expect(found).toMatchObject({ failed: true });
    expect(found.difference).toBeLessThan(0);
    expect(found.meanNow).toBeGreaterThan(found.meanBefore);
  });

  it('names the questions that lost most, and leaves out those without a value', () => {
    const before = Float64Array.of(0.5, 1, 0.75, NaN, 0.5, 1);
    const now = Float64Array.of(0.75, 0.5, 0.5, 1, NaN, 1);
    const found = only({ rows: [row('a', { before, now })] });
    expect(found).toMatchObject({ questions: 4, wins: 1, ties: 1, losses: 2, meanBefore: 0.8125, meanNow: 0.6875 });
    expect(found.mostLost).toEqual([
      { question: 1, change: -0.5 },
      { question: 2, change: -0.25 },
    ]);
  });

  it('refuses a margin of 0 and a measure that has no better side', () => {
    expect(() => lossTests({ ...options, margin: 0, rows: [] })).toThrow(RangeError);
    expect(() => only({ rows: [row('a', made(5, 0, 1), 'num_ret')] })).toThrow(RangeError);
  });
});
