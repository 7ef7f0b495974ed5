import { describe, expect, it } from 'vitest';
import { firstSetting } from '../../../../src/domain/fusion/method-settings';
import { settingOf } from '../../../../src/domain/fusion/setting-of';

describe('the setting of a fusion', () => {
  it('has what the fusion says, and the first setting for all else', () => {
    expect(settingOf({ method: 'rrf', constant: 10, weights: [1, 3] }, 2)).toEqual({
      ...firstSetting(2),
      method: 'rrf',
      constant: 10,
      weights: [1, 3],
    });
  });

  it('has the lowest scores apart from the name of the normalisation', () => {
    const norm = { kind: 'theoretical-min-max' as const, lowest: [0, -1] };
    expect(settingOf({ method: 'sum', norm, absent: 'zero' }, 2)).toMatchObject({
      norm: 'theoretical-min-max',
      lowest: [0, -1],
    });
  });

  it('has the method and normalisation of a fusion that is trained', () => {
    expect(settingOf({ method: 'segfuse', norm: 'sum', folds: 5, seed: 1 }, 2)).toMatchObject({
      method: 'segfuse',
      norm: 'sum',
    });
  });
});
