import { vi } from 'vitest';
import type { CollectionRecord, Questions } from '../../../../src/contract/storage';
import type { JudgingAct } from '../../../../src/domain/judging/acts';
import { type SequentialInput, sequentialFigures } from '../../../../src/domain/evidence/sequential';
import type { JudgingPlan } from '../../../../src/domain/judging/plan';
import { plannedAlways, type SequentialPlanningInput } from '../../../../src/domain/planning/planning';
import type { PoolInput } from '../../../../src/domain/judging/pool';
import type { Doc, DocId, Judgment } from '../../../../src/base/types';
import { cut } from '../../../../src/domain/chunk/by-tokens';
import type { Cutter } from '../../../../src/domain/judging/chunkings';
import { JudgingState } from '../../../../src/ui/judge/judging.svelte';
import { docsOf, pooled } from '../../domain/judging/make';

const letters = [...'abcdefgh'];
export const docs = docsOf(Object.fromEntries(letters.map((id) => [id, `${id} ${id.repeat(12)} text of ${id}`])));
export const input = pooled({
  bm25: [letters.slice(0, 4), letters.slice(0, 3), letters.slice(4)],
  other: [letters.slice(2, 6), letters.slice(0, 3), letters.slice(2)],
});
export const record = { id: 'c' } as unknown as CollectionRecord;

/** A plan for `input` that was kept before. */
export const planWith = (queue: JudgingPlan['queue'] = 'questions'): JudgingPlan => ({
  queue,
  seed: 'c',
  measure: 'nDCG@10',
  depth: 10,
  systems: ['bm25', 'other'],
  pair: ['bm25', 'other'],
  completed: [],
});

interface Opened {
  readonly lists: PoolInput;
  readonly among: ReadonlyMap<DocId, Doc>;
  /** That is kept already. */
  readonly plan: JudgingPlan | null;
}

/** A disk that holds acts, and what the engine would answer. */
export async function openJudging(
  judgments: readonly Judgment[] = [],
  changes: Partial<Questions> = {},
  { lists = input, among = docs, plan = null }: Partial<Opened> = {},
) {
  const disk: JudgingAct[] = [];
  const plans: JudgingPlan[] = plan ? [plan] : [];
  const questions: Questions = {
    queries: lists.queries.map((id) => ({ id, text: `about ${id}` })),
    judgments,
    ...changes,
  };
  const stored = {
    read: vi.fn(() => Promise.resolve(questions)),
    acts: () => Promise.resolve([...disk]),
    addActs: vi.fn((_id: string, acts: readonly JudgingAct[]) => Promise.resolve(disk.push(...acts))),
    judgingPlan: () => Promise.resolve(plans.at(-1) ?? null),
    planJudging: vi.fn((_id: string, kept: JudgingPlan) => Promise.resolve(void plans.push(kept))),
  };
  const inspect = {
    cutter: () => Promise.resolve<Cutter>((doc, spec) => (spec.kind === 'tokens' ? null : cut(doc, spec))),
    sequential: (of: SequentialInput) => Promise.resolve(sequentialFigures(of)),
    planned: (of: SequentialPlanningInput) => Promise.resolve(plannedAlways(of)),
  };
  const collections = { list: () => Promise.resolve([record]) };
  const workbench = { questions: stored, inspect, collections, runs: { pool: vi.fn() } };
  const left = vi.fn();
  const judging = new JudgingState(workbench, 'c', left, new AbortController().signal);
  await judging.use(lists, among);
  return { judging, session: judging.session!, disk, plans, stored, left };
}

export const shown = (session: Awaited<ReturnType<typeof openJudging>>['session']) =>
  session.items.map(({ item, grade }) => [item.place.doc, grade] as const);

/** What is judged by hand, of all questions. */
export const judged = (board: Awaited<ReturnType<typeof openJudging>>['session']['board']) =>
  board.indices.flatMap((index) =>
    board.items(index).flatMap(({ place }) => {
      const { grade } = board.annotation(index, place, 1);
      return grade === null ? [] : [{ ...place, index, grade }];
    }),
  );
