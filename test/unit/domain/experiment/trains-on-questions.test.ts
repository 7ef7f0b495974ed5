import { expect, it } from 'vitest';
import type { SystemSpec } from '../../../../src/domain/experiment/parts';
import { trainsOnQuestions } from '../../../../src/domain/experiment/trains-on-questions';

const system = (parts: object): SystemSpec => ({ id: 'a', retrievers: [], ...parts }) as unknown as SystemSpec;

it('is so of cross-validated rankers and trained fusions, and not of a saved ranker or a system without training', () => {
  expect(trainsOnQuestions(system({}))).toBe(false);
  expect(trainsOnQuestions(system({ learned: { kind: 'saved' } }))).toBe(false);
  expect(trainsOnQuestions(system({ learned: { kind: 'cross-validated' } }))).toBe(true);
  expect(trainsOnQuestions(system({ crossFitted: { folds: 5 } }))).toBe(true);
});
