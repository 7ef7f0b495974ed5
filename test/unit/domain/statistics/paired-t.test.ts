import { describe, expect, it } from 'vitest';
import { pairedT } from '../../../../src/domain/statistics/paired-t';
import { expectClose, vector } from './close';

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
