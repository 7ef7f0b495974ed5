import { describe, expect, it } from 'vitest';
import { aggregate, answered, mean } from '../../../../src/domain/measures/score';

describe('aggregate', () => {
  it('is the mean of measures and the sum of counts, over the questions that count', () => {
    expect(aggregate({ name: 'MAP' }, [0.5, NaN, 1])).toBe(0.75);
    expect(aggregate({ name: 'num_ret' }, [3, NaN, 4])).toBe(7);
  });

  it('is the geometric mean of gm_map, which a question with 0 does not make 0', () => {
    expect(aggregate({ name: 'gm_map' }, [1, 0, NaN])).toBeCloseTo(Math.sqrt(1e-5), 15);
  });

  it('is not a number where no question counts, rather than a number that is not true', () => {
    for (const name of ['MAP', 'num_ret', 'gm_map']) expect(aggregate({ name }, [NaN])).toBeNaN();
    expect(mean([])).toBeNaN();
  });

  it('refuses a name that no measure has', () => {
    expect(() => aggregate({ name: 'constructor' }, [1])).toThrow('no measure is called');
  });
});

it('answered counts the questions that count', () => {
  expect(answered([0, NaN, 1])).toBe(2);
});
