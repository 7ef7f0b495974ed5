import { expect, it } from 'vitest';
import { type BlindComparison, blindComparison } from '../../../../src/domain/learning/blind-comparison';
import { foundSystem } from '../../../../src/domain/learning/blind-session';
import type { BlindFigures } from '../../../../src/domain/learning/blind-standing';
import { type WeightFigures, weightLearning } from '../../../../src/domain/learning/weight-learning';
import { experiment } from '../../workbench/workshop';

const spec = experiment();
const fixed = { id: 'c', createdAt: 1, depth: 10, seed: 5, questions: 'own' as const };
const comparing = (...ids: string[]): BlindComparison => {
  const systems = ids.map((id) => spec.systems.find((system) => system.id === id)!);
  const made = blindComparison({ ...fixed, spec: { ...spec, systems }, method: 'probabilistic', margin: 0.1 });
  // In this order, whatever chance made of it.
  return { ...made, spec: { ...spec, systems } };
};
const counted = { lists: 30, abandoned: 5, passedOver: 1, marks: 44 };

it('of two systems the preferred one has the difference and its interval seen from its side', () => {
  const comparison = comparing('bm25', 'embedding');
  const figures: BlindFigures = {
    kind: 'preference',
    ...counted,
    state: 'second',
    mean: -0.2,
    interval: [-0.35, -0.04],
  };
  expect(foundSystem(comparison, figures)).toEqual({
    system: comparison.spec.systems[1],
    evidence: { kind: 'preferred', lists: 30, marks: 44, over: 'bm25', mean: 0.2, interval: [0.04, 0.35] },
  });
  expect(foundSystem(comparison, { ...figures, state: 'first', mean: 0.2, interval: [0.04, 0.35] })).toMatchObject({
    system: { id: 'bm25' },
    evidence: { over: 'embedding', mean: 0.2, interval: [0.04, 0.35] },
  });
  for (const state of ['undecided', 'tie'] as const) expect(foundSystem(comparison, { ...figures, state })).toBeNull();
});

it('weights that marks moved are a system; without a mark nothing was found', () => {
  const features = ['bm25', 'embedding'].map((name) => ({
    name,
    retriever: spec.systems.find((system) => system.id === name)!.retrievers[0]!,
  }));
  const learning = weightLearning({ ...fixed, spec, features, norm: 'min-max' });
  const figures: WeightFigures = { kind: 'weights', ...counted, weights: [6, 2], moved: 0.25, movedByHalf: 0.2 };
  expect(foundSystem(learning, figures)).toMatchObject({
    system: { id: 'bm25 + embedding, learned blind', fusion: { weights: [0.75, 0.25] } },
    evidence: { kind: 'learned', lists: 30, marks: 44, moved: 0.25 },
  });
  expect(foundSystem(learning, { ...figures, marks: 0 })).toBeNull();
  expect(foundSystem(learning, { ...figures, weights: [0, 0], moved: NaN })).toBeNull();
});
