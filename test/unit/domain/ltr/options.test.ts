import { describe, expect, it } from 'vitest';
import { checkOptions, DEFAULT_OPTIONS } from '../../../../src/domain/ltr/learned-spec';

const trees = DEFAULT_OPTIONS['lambda-mart'];

describe('options of learners', () => {
  it('are valid by default', () => {
    for (const options of Object.values(DEFAULT_OPTIONS)) expect(() => checkOptions(options)).not.toThrow();
  });

  it.each([
    ['bins', { ...trees, bins: 256 }],
    ['leaves', { ...trees, leaves: 1 }],
    ['bagging.share', { ...trees, bagging: { share: 1, every: 5 } }],
    ['earlyStopping.patience', { ...trees, earlyStopping: { share: 0.2, patience: 0, cutoff: 10 } }],
    ['minHessian', { ...trees, minHessian: 0 }],
    ['penalty', { ...DEFAULT_OPTIONS['rank-net'], penalty: -1 }],
    ['tolerance', { ...DEFAULT_OPTIONS['list-net'], tolerance: 0 }],
  ])('are refused with the path %s', (path, options) => {
    expect(() => checkOptions(options)).toThrow(new RegExp(`^${path}: `));
  });
});
