import { describe, expect, it } from 'vitest';
import { cohensDz, winsTiesLosses } from '../../../../src/domain/statistics/effect-size';
import { expectClose, vector } from './close';

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
