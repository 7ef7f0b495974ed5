import { expect, it } from 'vitest';
import { train } from '../../../../src/domain/ltr/cross-validate';
import { DEFAULT_OPTIONS, type LearnerKind } from '../../../../src/domain/ltr/learned-spec';
import { finish } from '../../../../src/domain/ltr/training';
import { noisyQuestions } from './made';

it.each(Object.keys(DEFAULT_OPTIONS) as LearnerKind[])('the learner %s makes a model of its kind', (kind) => {
  const options = DEFAULT_OPTIONS[kind];
  const { model } = finish(train(noisyQuestions(20, 5, 2, 1), options));
  expect(model.kind).toBe(kind);
  expect(model.features).toEqual(['f0', 'f1', 'f2']);
});
