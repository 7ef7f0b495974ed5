import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_VECTOR_SEARCHES,
  vectorSearchSchema,
} from '../../../../../src/domain/retrieval/dense/vector-search-spec';

const { nearest, quantised } = DEFAULT_VECTOR_SEARCHES;
const taken = (spec: unknown): boolean => v.safeParse(vectorSearchSchema, spec).success;

describe('vectorSearchSchema', () => {
  it.each(Object.entries(DEFAULT_VECTOR_SEARCHES))('takes %s with its defaults, whole and shortened', (_, spec) => {
    expect(taken(spec)).toBe(true);
    expect(taken({ ...spec, dimensions: 64 })).toBe(true);
  });

  it.each([
    ['no dimensions', { ...nearest, dimensions: 0 }],
    ['parts of a dimension', { ...nearest, dimensions: 1.5 }],
    ['dimensions that are undefined', { ...nearest, dimensions: undefined }],
    ['another precision', { ...quantised, precision: 'int4' }],
    ['parts of a depth', { ...quantised, rescore: 1.5 }],
  ])('refuses %s', (_, spec) => {
    expect(taken(spec)).toBe(false);
  });
});
