import * as v from 'valibot';
import { expect, it } from 'vitest';
import { analyzerProblems, analyzerSchema, DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { canonicalJson } from '../../../../src/base/hash';
import { ANALYZER_CHOICES } from '../../../../src/domain/text/analyzer-spec';

it('offers specs without a problem, each once, the default and every kind of tokens among them', () => {
  const specs = ANALYZER_CHOICES.map(({ spec }) => v.parse(analyzerSchema, spec));
  expect(specs.flatMap(analyzerProblems)).toEqual([]);
  expect(new Set(specs.map(canonicalJson)).size).toBe(specs.length);
  expect(new Set(ANALYZER_CHOICES.map(({ id }) => id)).size).toBe(specs.length);
  expect(specs).toContainEqual(DEFAULT_ANALYZER);
  expect(new Set(specs.map(({ tokens }) => tokens)).size).toBe(analyzerSchema.entries.tokens.options.length);
});
