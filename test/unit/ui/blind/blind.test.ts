import { beforeEach, expect, it } from 'vitest';
import type { BlindList } from '../../../../src/domain/learning/blind-comparison';
import { createWorkbench, type Workbench } from '../../../../src/workbench/workbench';
import { BlindState } from '../../../../src/ui/blind/blind.svelte';
import { sessionHeadline, uncountedText } from '../../../../src/ui/blind/blind-text';
import type { Dataset } from '../../../../src/base/types';
import { foundSystem } from '../../../../src/domain/learning/blind-session';
import type { WeightFigures } from '../../../../src/domain/learning/weight-learning';
import { offeredLists } from '../../../../src/ui/blind/learning-lists';
import { experiment, keep, madeUp, openWorkshop } from '../../workbench/workshop';

let bench: Workbench;
let id: string;
let dataset: Dataset;
beforeEach(async () => {
  const workshop = await openWorkshop();
  bench = createWorkbench(workshop.ports);
  dataset = madeUp(60, 30);
  ({ id } = await keep(workshop, dataset));
});

/** Another one is as after a reload, or in another tab. */
const opened = (): BlindState => new BlindState(bench, id, () => dataset.queries, new AbortController().signal);
const choice = (patch: object = {}) => ({
  spec: experiment({ systems: ['bm25', 'embedding'] }),
  method: 'probabilistic' as const,
  margin: 0.1,
  questions: 'collection' as const,
  ...patch,
});

/** Marks passages that one of the systems has before the other. */
function markFor(blind: BlindState, system: string): void {
  const { shown, systems } = (blind.open as BlindList).list;
  const rankIn = (own: boolean, passage: string): number => {
    const at = systems
      .find((each) => (each.id === system) === own)!
      .ranking.findIndex((tied) => tied.includes(passage));
    return at < 0 ? 99 : at;
  };
  shown.forEach((passage, place) => {
    if (rankIn(true, passage) < rankIn(false, passage)) blind.toggle(place);
  });
}

it('is decided by marks for one system, stops there once, and goes on where the person wants', async () => {
  const blind = opened();
  await blind.start(choice());
  const named: string[] = [];
  let unmarked = 0;
  while (!blind.decided) {
    named.push(sessionHeadline(blind.figures!, blind.current!));
    markFor(blind, 'embedding');
    if (blind.open!.marks.length === 0) unmarked++;
    await blind.finish();
  }
  // Nothing that was said before gives a name away, or which of them was ahead.
  expect(named.join(' ')).not.toMatch(/bm25|embedding/);
  expect(blind.open).toBeNull();
  expect(sessionHeadline(blind.figures!, blind.current!)).toMatch(/^embedding is preferred after \d+ questions\.$/);
  const { lists } = blind.figures!;
  await blind.next();
  await blind.finish();
  expect(blind.figures).toMatchObject({ lists: lists + 1, abandoned: unmarked + 1 });
  // One that goes on is not stopped again.
  expect(blind.open).not.toBeNull();
});

it('of two tabs, one that comes too late is refused, and follows', async () => {
  const [one, other] = [opened(), opened()];
  await one.start(choice());
  await other.read();
  expect(other.open).toEqual(one.open);
  one.toggle(0);
  await one.finish();
  other.toggle(2);
  await other.finish();
  expect(other.keeping.failure?.message).toContain('in another tab');
  expect(other.lists).toHaveLength(1);
  await other.sync();
  expect(other.lists).toEqual(one.lists);
  expect(other.figures).toEqual(one.figures);
});

it('a question for which a system finds nothing is passed over; names that are shown are noted', async () => {
  const blind = opened();
  await blind.start(choice({ questions: 'own' }));
  expect(blind.open).toBeNull();
  await blind.next('zzzz');
  expect(blind.open).toBeNull();
  expect(uncountedText(blind.figures!)).toBe('1 question passed over, since a system found nothing');
  await blind.next(dataset.queries[0]!.text);
  expect(blind.open).toMatchObject({ question: { id: dataset.queries[0]!.id } });
  expect(blind.named).toBe(false);
  await blind.reveal();
  expect(blind.named).toBe(true);
  expect(await bench.blind.all(id)).toMatchObject([{ revealed: { lists: 0 } }]);
});

it('weights that are left in the middle are there again, and become a system with its evidence', async () => {
  const blind = opened();
  const spec = experiment();
  const features = offeredLists(spec.systems).slice(0, 2);
  await blind.learn({ spec, features, chunker: undefined, norm: 'min-max', questions: 'collection' });
  for (let number = 0; number < 6; number++) {
    blind.toggle(number % 3);
    blind.toggle(4);
    await blind.finish();
  }
  const { weights, moved, marks } = blind.figures as WeightFigures;
  expect(marks).toBe(12);
  expect(moved).toBeGreaterThan(0);
  blind.toggle(2);
  const again = opened();
  await blind.clear();
  await again.read();
  expect(again.lists).toEqual(blind.lists);
  expect(again.figures).toEqual(blind.figures);
  // The next list is drawn by what all before it made of the weights.
  await again.finish();
  expect(again.lists.at(-1)!.list).toMatchObject({ weights });
  expect(again.figures).toMatchObject({ lists: 7, abandoned: 1, weights });
  // It is never decided, and goes on; its weights are shown to who asks, or takes the system.
  expect(again.decided).toBe(false);
  expect(again.named).toBe(false);
  const found = foundSystem(again.current!, again.figures!)!;
  expect(await again.keep({ at: 9, ...found })).toBe(true);
  expect(again.named).toBe(true);
  expect(await bench.blind.all(id)).toMatchObject([
    { kept: [{ at: 9, evidence: { kind: 'learned', lists: 7, marks: 12 } }] },
  ]);
});

it('offers the lists of all retrievers once, by the systems that are one of them alone', () => {
  const { systems } = experiment();
  const names = offeredLists(systems).map(({ name }) => name);
  expect(names).toContain('bm25');
  expect(names).toContain('embedding');
  expect(new Set(names).size).toBe(names.length);
  const hybrid = systems.find(({ id: each }) => each === 'ensemble')!;
  // Without systems of their own they have the names of the retrievers.
  expect(offeredLists([hybrid]).map(({ name }) => name)).toEqual(['BM25+ (MiniSearch)', 'Vectors by cosine']);
});
