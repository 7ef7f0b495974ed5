import { beforeEach, expect, it } from 'vitest';
import type { BlindPreference } from '../../../../src/domain/learning/blind-standing';
import { createWorkbench } from '../../../../src/engine/create-workbench';
import type { Workbench } from '../../../../src/engine/workbench';
import { BlindState } from '../../../../src/ui/blind/blind.svelte';
import { blindHeadline, preferenceText, uncountedText } from '../../../../src/ui/blind/blind-text';
import type { Dataset } from '../../../../src/base/types';
import { experiment, keep, madeUp, openWorkshop } from '../../engine/workshop';

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
  const { shown, systems } = blind.open!.list;
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

it('a comparison that is left in the middle is there again with its list, its marks and what they show', async () => {
  const blind = opened();
  await blind.read();
  expect(blind.comparisons).toEqual([]);
  await blind.start(choice());
  for (let number = 0; number < 3; number++) {
    blind.toggle(number);
    await blind.finish();
  }
  blind.toggle(1);
  blind.toggle(4);
  blind.toggle(1);
  const again = opened();
  // The last key may still be on its way to the disk.
  await blind.finish();
  await again.read();
  expect(again.lists).toEqual(blind.lists);
  expect(again.figures).toEqual(blind.figures);
  expect(again.lists[3]!.marks).toEqual([again.lists[3]!.list.shown[4]]);
  expect(again.open).toEqual(blind.open);
  expect(again.left).toHaveLength(25);
  const texts = again.lists.map(({ question }) => question.text);
  expect(new Set(texts).size).toBe(5);
});

it('is decided by marks for one system, stops there once, and goes on where the person wants', async () => {
  const blind = opened();
  await blind.start(choice());
  const named: string[] = [];
  let unmarked = 0;
  while (!blind.decided) {
    named.push(blindHeadline(blind.figures!, blind.current!));
    named.push(preferenceText(blind.figures as BlindPreference, blind.current!, blind.named));
    markFor(blind, 'embedding');
    if (blind.open!.marks.length === 0) unmarked++;
    await blind.finish();
  }
  // Nothing that was said before gives a name away, or which of them was ahead.
  expect(named.join(' ')).not.toMatch(/bm25|embedding/);
  expect(named.at(-1)).toMatch(/^One system less the other: \.\d\d of credit/);
  expect(blind.open).toBeNull();
  expect(blindHeadline(blind.figures!, blind.current!)).toMatch(/^embedding is preferred after \d+ questions\.$/);
  expect(preferenceText(blind.figures as BlindPreference, blind.current!, true)).toMatch(
    /^embedding less bm25: \.\d\d of credit per question/,
  );
  const { lists } = blind.figures!;
  await blind.next();
  await blind.finish();
  unmarked++;
  expect(blind.figures!.lists).toBe(lists + 1);
  expect(blind.figures!.abandoned).toBe(unmarked);
  expect(uncountedText(blind.figures!)).toMatch(/^\d+ questions? without a mark, counted as no difference$/);
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
