import { expect, it } from 'vitest';
import { hasTwoWeights, weightArms } from '../../../../src/domain/learning/weight-arms';
import { systemProblems } from '../../../../src/domain/experiment/system-problems';
import { experiment } from '../../workbench/workshop';

const { systems } = experiment();
const systemOf = (id: string) => systems.find((system) => system.id === id)!;

it('arms are one system with weights from none to all for its first list, in even steps', () => {
  const arms = weightArms(systemOf('ensemble'), 5);
  expect(arms.map(({ id }) => id)).toEqual([
    'ensemble 0 : 1',
    'ensemble 0.25 : 0.75',
    'ensemble 0.5 : 0.5',
    'ensemble 0.75 : 0.25',
    'ensemble 1 : 0',
  ]);
  expect(arms.map(({ fusion }) => fusion)).toMatchObject(
    [0, 0.25, 0.5, 0.75, 1].map((weight) => ({ method: 'wsum', weights: [weight, 1 - weight] })),
  );
  expect(arms.flatMap(systemProblems)).toEqual([]);
  expect(new Set(arms.map(({ retrievers }) => retrievers)).size).toBe(1);
});

it('the sum of the weights stays as it is', () => {
  const rrf = systemOf('ensemble-rrf');
  const doubled = { ...rrf, fusion: { ...rrf.fusion!, weights: [1, 3] } } as typeof rrf;
  expect(weightArms(doubled, 3).map(({ fusion }) => (fusion as { weights: number[] }).weights)).toEqual([
    [0, 4],
    [2, 2],
    [4, 0],
  ]);
});

it('a system without two weights has none', () => {
  expect(systems.filter(hasTwoWeights).map(({ id }) => id)).toContain('ensemble');
  expect(hasTwoWeights(systemOf('bm25'))).toBe(false);
  expect(() => weightArms(systemOf('bm25'), 3)).toThrow('two lists');
});
