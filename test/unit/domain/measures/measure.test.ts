import { describe, expect, it } from 'vitest';
import { parameters } from '../../../../src/domain/measures/measure';

describe('parameters', () => {
  it('have defaults that they accept', () => {
    for (const { default: value, accepts } of Object.values(parameters))
      if (value !== undefined) expect(accepts(value)).toBe(true);
  });

  it('do not accept what is not a number', () => {
    for (const { accepts } of Object.values(parameters)) expect(accepts(NaN)).toBe(false);
  });
});
