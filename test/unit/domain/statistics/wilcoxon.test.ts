import { describe, expect, it } from 'vitest';
import { wilcoxon } from '../../../../src/domain/statistics/compare';
import { expectClose, numbers, vector } from './close';

describe('wilcoxon', () => {
  it('is exact for up to 50 differences without ties: scipy 1.17.1', () => {
    expect(wilcoxon(vector(-0.501931, -1.024359, 0.051638, 0.720445, 1.436047))).toEqual({ w: 6, p: 0.8125 });
    const twenty = vector(
      ...[-0.059668, 1.503675, 1.696868, 0.617236, 0.714134, -0.18955, -0.614121, -0.600361, -0.698431, 1.229205],
      ...[0.243708, 0.428279, -0.33997, -0.787817, -0.901954, -0.541569, 0.899157, 0.31844, -0.156772, 0.060722],
    );
    expect(wilcoxon(twenty)).toEqual({ w: 90, p: 0.5958194732666016 });
  });

  it('changes little from the exact to the normal distribution', () => {
    const fifty = numbers(50).map((value) => value - 0.4);
    const [exact, normal] = [wilcoxon(fifty)!, wilcoxon(fifty, 'normal')!];
    expect(exact).toEqual(wilcoxon(fifty, 'exact'));
    expect(Math.abs(exact.p - normal.p)).toBeLessThan(0.003);
    const more = numbers(51).map((value) => value - 0.4);
    expect(wilcoxon(more)).toEqual(wilcoxon(more, 'normal'));
  });

  it('goes through all signs where up to 13 differences have ties, which share their mean rank', () => {
    // Ranks 1.5, 1.5, 3: sums of positive ranks 0, 1.5 twice, 3 twice, 4.5 twice, 6.
    expect(wilcoxon(vector(1, 1, 2))).toEqual({ w: 0, p: 2 / 8 });
    expect(wilcoxon(vector(-1, 1, 2))).toEqual({ w: 1.5, p: 6 / 8 });
  });

  it('drops differences of 0 before anything is decided', () => {
    expect(wilcoxon(vector(0, 1, 0, 2, 3))).toEqual(wilcoxon(vector(1, 2, 3)));
    // scipy 1.17.1 takes the normal distribution here and gives 0.109.
    const three = vector(1, 2, 3, ...new Array<number>(11).fill(0));
    expect(wilcoxon(three)!.p).toBe(0.25);
    expectClose(wilcoxon(three, 'normal')!.p, 0.10880943004054568, 1e-12);
  });

  it('is the same the other way round', () => {
    const differences = numbers(30).map((value) => value - 0.4);
    expect(wilcoxon(differences.map((value) => -value))).toEqual(wilcoxon(differences));
  });

  it('is 1 where nothing differs, and for one question', () => {
    expect(wilcoxon(vector(0, 0))).toEqual({ w: 0, p: 1 });
    expect(wilcoxon(vector(0.3))).toEqual({ w: 0, p: 1 });
  });

  it('is undefined for no questions', () => {
    expect(wilcoxon(vector())).toBeNull();
  });
});
