import { expect, it } from 'vitest';
import { createWorkbench } from '../../../../src/workbench/workbench';
import { blindComparison, type BlindList } from '../../../../src/domain/learning/blind-comparison';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
import { firstWeights, type LearningList, weightLearning } from '../../../../src/domain/learning/weight-learning';
import { experiment, keep, madeUp, openWorkshop } from '../workshop';

const quiet = () => ({ signal: new AbortController().signal, progress: () => undefined });
const two = ({ systems, ...rest }: ExperimentSpec): ExperimentSpec => ({
  ...rest,
  systems: systems.filter(({ id }) => id === 'bm25' || id === 'embedding'),
});

const comparing = (spec: ExperimentSpec) =>
  blindComparison({
    id: 'c',
    createdAt: 1,
    spec,
    method: 'probabilistic',
    depth: 10,
    seed: 5,
    margin: 0.1,
    questions: 'collection',
  });

it('a list is stored before it is shown, with both rankings as the systems give them', async () => {
  const workshop = await openWorkshop();
  const bench = createWorkbench(workshop.ports);
  const dataset = madeUp(60, 12);
  const { id } = await keep(workshop, dataset);
  const comparison = comparing(two(experiment()));
  await bench.blind.add(id, comparison);
  const question = dataset.queries[3]!;
  const asked = { comparison, question: question.text, number: 0 };
  const shown = (await bench.blind.next(id, asked, quiet())) as BlindList;
  expect(await bench.blind.lists(id, 'c')).toEqual([shown]);
  expect(shown).toMatchObject({ question: { id: question.id, text: question.text }, marks: [], doneAt: null });
  expect(shown.list.shown).toHaveLength(10);
  const tried = await bench.inspect.tryQuestion(id, comparison.spec, question.text, quiet());
  for (const [i, system] of tried.systems.entries()) {
    if (!system.ok) throw new Error('asked');
    expect(shown.list.systems[i]!.id).toBe(system.id);
    expect(shown.list.systems[i]!.ranking.flat()).toEqual(system.lists.passages.map((passage) => passage.id));
  }
  // Another tab has shown it.
  await expect(bench.blind.next(id, asked, quiet())).rejects.toMatchObject({ code: 'changed-elsewhere' });
});

it('a question for which a system finds nothing has an empty list, which is done', async () => {
  const workshop = await openWorkshop();
  const bench = createWorkbench(workshop.ports);
  const { id } = await keep(workshop, madeUp(60, 12));
  const comparison = comparing(two(experiment()));
  const asked = { comparison, question: 'zzzz', number: 0 };
  const shown = (await bench.blind.next(id, asked, quiet())) as BlindList;
  expect(shown.list.shown).toEqual([]);
  expect(shown.question.id).toBeNull();
  expect(shown.doneAt).toBe(shown.shownAt);
  expect(shown.list.systems.map((system) => system.id).toSorted()).toEqual(['bm25', 'embedding']);
});

it('a list for weights is drawn from all passages that any of the lists has, and is stored with what it was drawn by', async () => {
  const workshop = await openWorkshop();
  const bench = createWorkbench(workshop.ports);
  const dataset = madeUp(60, 12);
  const { id } = await keep(workshop, dataset);
  const spec = experiment();
  const features = ['bm25', 'embedding'].map((name) => ({
    name,
    retriever: spec.systems.find((system) => system.id === name)!.retrievers[0]!,
  }));
  const fixed = {
    id: 'w',
    createdAt: 1,
    depth: 10,
    seed: 5,
    questions: 'collection' as const,
    norm: 'min-max' as const,
  };
  const learning = weightLearning({ ...fixed, spec, features });
  await bench.blind.add(id, learning);
  const question = dataset.queries[3]!;
  const asked = { learning, weights: learning.start, question: question.text, number: 0 };
  const shown = (await bench.blind.next(id, asked, quiet())) as LearningList;
  expect(await bench.blind.lists(id, 'w')).toEqual([shown]);
  expect(shown).toMatchObject({ question: { id: question.id, text: question.text }, marks: [], doneAt: null });
  expect(shown.list.weights).toEqual(firstWeights(2));
  expect(shown.list.shown).toHaveLength(10);
  // Whole lists, not their first ten: the embedding finds every passage.
  expect(shown.list.passages).toHaveLength(60);
  expect(shown.list.features.every((row) => row.length === 2)).toBe(true);
  await expect(bench.blind.next(id, asked, quiet())).rejects.toMatchObject({ code: 'changed-elsewhere' });
  const again = (await bench.blind.next(id, { ...asked, number: 1 }, quiet())) as LearningList;
  expect(again.list.seed).not.toBe(shown.list.seed);
  expect(again.list.features).toEqual(shown.list.features);
});

it('notes systems that are taken into the new run, one after the other', async () => {
  const workshop = await openWorkshop();
  const bench = createWorkbench(workshop.ports);
  const { id } = await keep(workshop, madeUp(60, 12));
  const comparison = comparing(two(experiment()));
  await bench.blind.add(id, comparison);
  const [system] = comparison.spec.systems;
  const evidence = { kind: 'learned', lists: 3, marks: 4, moved: 0.1 } as const;
  for (const at of [1, 2]) await bench.blind.keep(id, 'c', { at, system: system!, evidence });
  expect(await bench.blind.all(id)).toMatchObject([{ id: 'c', kept: [{ at: 1 }, { at: 2, system, evidence }] }]);
  await expect(bench.blind.keep(id, 'none', { at: 3, system: system!, evidence })).rejects.toMatchObject({
    code: 'changed-elsewhere',
  });
});
