import { describe, expect, it } from 'vitest';
import { beatenBy, systemLetters } from '../../../../src/domain/report/significance-letters';
import { comparison, pair } from './compared';

it('names systems by letters, also beyond z', () => {
  expect(systemLetters(3)).toEqual(['a', 'b', 'c']);
  expect(systemLetters(54).slice(24)).toEqual(
    [...'yz', ...'abcdefghijklmnopqrstuvwxyz'].map((l, i) => (i < 2 ? l : `a${l}`)).concat('ba', 'bb'),
  );
});

describe('beatenBy', () => {
  const systems = ['x', 'y', 'z'];
  const pairs = [pair('x', 'y', -0.2, 0.01), pair('x', 'z', 0.1, 0.049), pair('y', 'z', 0.3, 0.001)];

  it('names for each system those that it beats, in their order', () => {
    expect([...beatenBy(comparison('MAP', systems, pairs), 'higher')]).toEqual([
      ['x', ['z']],
      ['y', ['x', 'z']],
      ['z', []],
    ]);
  });

  it('turns round where lower is better, and is empty where neither is', () => {
    const lower = beatenBy(comparison('Hole@5', systems, pairs), 'lower');
    expect([...lower.values()]).toEqual([['y'], [], ['x', 'y']]);
    expect([...beatenBy(comparison('num_ret', systems, pairs), null).values()]).toEqual([[], [], []]);
  });

  it('counts the corrected p, not the one of the pair alone', () => {
    // p = .04 by itself; three comparisons make it .12.
    const uncorrected = { ...pair('x', 'y', 0.1, 0.12), p: { t: 0.04, randomisation: 0.04, wilcoxon: 0.04 } };
    expect(beatenBy(comparison('MAP', systems, [uncorrected]), 'higher').get('x')).toEqual([]);
  });

  it('needs p below .05, and a test that is defined', () => {
    const none = [pair('x', 'y', 0.1, 0.05), pair('x', 'z', 0.1, null)];
    expect(beatenBy(comparison('MAP', systems, none), 'higher').get('x')).toEqual([]);
  });
});
