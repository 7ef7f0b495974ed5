import { expect, it } from 'vitest';
import { createWorkbench } from '../../../../src/engine/create-workbench';
import { blindComparison } from '../../../../src/domain/learning/blind-comparison';
import type { ExperimentSpec } from '../../../../src/domain/experiment/experiment';
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
  const remaining = comparison.spec.systems.map((system) => system.id);
  const asked = { comparison, remaining, question: question.text, number: 0 };
  const shown = await bench.blind.next(id, asked, quiet());
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

it('a question for which a system finds nothing has an empty list, which is done; the systems that left are not asked', async () => {
  const workshop = await openWorkshop();
  const bench = createWorkbench(workshop.ports);
  const { id } = await keep(workshop, madeUp(60, 12));
  const comparison = comparing(experiment());
  const asked = { comparison, remaining: ['bm25', 'embedding'], question: 'zzzz', number: 0 };
  const shown = await bench.blind.next(id, asked, quiet());
  expect(shown.list.shown).toEqual([]);
  expect(shown.question.id).toBeNull();
  expect(shown.doneAt).toBe(shown.shownAt);
  expect(shown.list.systems.map((system) => system.id).toSorted()).toEqual(['bm25', 'embedding']);
});
