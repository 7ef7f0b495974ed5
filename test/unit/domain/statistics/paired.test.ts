import { describe, expect, it } from 'vitest';
import { cohensDz, momentsOf, pairedT, winsTiesLosses } from '../../../../src/domain/statistics/paired';
import { expectClose, vector } from './close';

describe('momentsOf', () => {
  it('is the mean and the standard deviation with n − 1', () => {
    expect(momentsOf(vector(2, 4, 4, 4, 5, 5, 7, 9))).toEqual({ mean: 5, deviation: Math.sqrt(32 / 7) });
  });

  it('has no deviation for one value, and no mean for none', () => {
    expect(momentsOf(vector(0.3))).toEqual({ mean: 0.3, deviation: NaN });
    expect(momentsOf(vector())).toEqual({ mean: NaN, deviation: NaN });
  });

  it('takes values for the same that differ by rounding', () => {
    expect(0.3 - 0.2).not.toBe(0.2 - 0.1);
    expect(momentsOf(vector(0.3 - 0.2, 0.2 - 0.1, 0.1)).deviation).toBe(0);
  });

  it('keeps the digits of small differences beside a large mean', () => {
    expect(momentsOf(vector(1e6 + 1, 1e6 + 2, 1e6 + 3)).deviation).toBe(1);
  });
});

const differences = vector(0.12, -0.05, 0.3, 0.21, 0, 0.15, -0.02, 0.4, 0.07);

describe('cohensDz', () => {
  it('is the mean by the standard deviation with n − 1 (numpy 2.4.6)', () => {
    expectClose(cohensDz(differences), 0.8643123192351294, 1e-13);
  });

  it('is 0 where nothing differs, and undefined where everything differs alike', () => {
    expect(cohensDz(vector(0, 0, 0))).toBe(0);
    expect(cohensDz(vector(0.25, 0.25))).toBeNull();
    expect(cohensDz(vector(0.3 - 0.2, 0.2 - 0.1))).toBeNull();
  });

  it('is undefined for one question and for none', () => {
    expect(cohensDz(vector(0.1))).toBeNull();
    expect(cohensDz(vector())).toBeNull();
  });
});

describe('winsTiesLosses', () => {
  it('counts differences above, of exactly, and below 0', () => {
    expect(winsTiesLosses(differences)).toEqual({ wins: 6, ties: 1, losses: 2 });
    expect(winsTiesLosses(vector(-0, 1e-17))).toEqual({ wins: 1, ties: 1, losses: 0 });
    expect(winsTiesLosses(vector())).toEqual({ wins: 0, ties: 0, losses: 0 });
  });
});

describe('pairedT', () => {
  it('is that of scipy 1.17.1, ttest_rel', () => {
    const found = pairedT(vector(0.12, -0.05, 0.3, 0.21, 0, 0.15, -0.02, 0.4, 0.07))!;
    expectClose(found.t, 2.5929369577053882, 1e-13);
    expectClose(found.p, 0.03196682713084869, 1e-12);
  });

  it('is of the opposite sign and the same p the other way round', () => {
    const differences = vector(0.1, 0.4, -0.2, 0.3);
    const [there, back] = [pairedT(differences)!, pairedT(differences.map((value) => -value))!];
    expect(back).toEqual({ t: -there.t, p: there.p });
  });

  it('is 1 where nothing differs', () => {
    expect(pairedT(vector(0, 0, 0))).toEqual({ t: 0, p: 1 });
  });

  it('rejects p = 0 of a constant difference, and p = 1e-60 of one that is constant but for rounding', () => {
    expect(pairedT(vector(0.25, 0.25, 0.25))).toBeNull();
    expect(pairedT(vector(0.3 - 0.2, 0.2 - 0.1, 0.1, 0.1, 0.1))).toBeNull();
  });

  it('is undefined for one question and for none', () => {
    expect(pairedT(vector(0.1))).toBeNull();
    expect(pairedT(vector())).toBeNull();
  });
});
