import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ResultRecord } from '../../../../src/contract/result';
import { NO_RUN_NOTES, type RunNoteEdit, withRunNote } from '../../../../src/domain/run-comparison/run-notes';
import type { SliceReport } from '../../../../src/domain/slices/report';
import type { ComparedVerdict, Verdict } from '../../../../src/domain/verdict/types';
import type { Planning, PlanningOptions, VerdictOptions } from '../../../../src/workbench/inspect/verdict';
import type { SliceOptions } from '../../../../src/workbench/inspect/slices';
import { FindingsState } from '../../../../src/ui/findings/findings-state.svelte';
import { resultOf } from '../result';

const result = resultOf({ bm25: [0.1, 0.2], embedding: [0.3, 0.4] });
const verdict = { kind: 'winner', recommended: { system: 'embedding' } } as unknown as Verdict;
const report = {} as SliceReport;
const plan = {} as Planning;
const judgments = {};

let tagged: Readonly<Record<string, { tags: readonly string[]; note: string }>> = {};
afterEach(() => (tagged = {}));

function opened(collection = 'tea', margins: unknown = null, answer: Verdict = verdict) {
  let kept = margins;
  let notes = NO_RUN_NOTES;
  const preferences = { read: () => kept, write: (_: string, value: unknown) => void (kept = value) };
  const inspect = {
    verdict: vi.fn((_: ResultRecord, __: VerdictOptions) => Promise.resolve(answer)),
    planning: vi.fn((_: ResultRecord, __: PlanningOptions) => Promise.resolve(plan)),
    slices: vi.fn((_: ResultRecord, __: SliceOptions) => Promise.resolve(report)),
  };
  const questions = {
    annotations: vi.fn(() => Promise.resolve({ questions: tagged, sets: [] })),
  };
  const runs = { note: vi.fn((_: string, edit: RunNoteEdit) => Promise.resolve((notes = withRunNote(notes, edit)))) };
  const state = new FindingsState({ inspect, questions, runs }, collection, preferences, new AbortController().signal);
  return { state, inspect, kept: () => kept };
}

describe('a look at test questions', () => {
  it('is counted once a run', async () => {
    const { state } = opened();
    await state.sawTest('a');
    await state.sawTest('a');
    await state.sawTest('b');
    expect(state.looks.map(({ run }) => run)).toEqual(['a', 'b']);
  });
});

describe('what the findings predict', () => {
  it('is of the widest pair that may be the best, and null where one system is', async () => {
    const { state, inspect } = opened();
    await state.look(result, 'nDCG@10', judgments);
    const planned = { system: 'bm25', questions: 300, range: [200, 400] };
    const tie = { ...verdict, best: ['embedding', 'bm25'], margin: 0.05, badges: { questions: { planned } } };
    await state.predict(tie as unknown as ComparedVerdict);
    expect(inspect.planning.mock.calls[0]![1]).toMatchObject({
      margin: 0.05,
      pair: ['embedding', 'bm25'],
      comparisons: 1,
    });
    expect(state.planning).toBe(plan);
    const winner = { ...tie, badges: { questions: { planned: null } } };
    await state.predict(winner as unknown as ComparedVerdict);
    expect(state.planning).toBeNull();
    expect(inspect.planning).toHaveBeenCalledTimes(1);
  });
});

describe('what the findings say', () => {
  it('compares with BM25 by the usual margin, and slices against the recommended system', async () => {
    const { state, inspect } = opened();
    await state.look(result, 'nDCG@10', judgments);
    expect(inspect.verdict.mock.calls[0]![1]).toEqual({ measure: 'nDCG@10', margin: 0.02, baseline: 'bm25' });
    expect(inspect.slices.mock.calls[0]![1]).toMatchObject({ measure: 'nDCG@10', best: 'embedding' });
    expect([state.verdict, state.slices]).toEqual([verdict, report]);
  });

  it('is computed again for another margin or other judgments, and for nothing else', async () => {
    const { state, inspect } = opened();
    await state.look(result, 'nDCG@10', judgments);
    await state.look(result, 'nDCG@10', judgments);
    expect(inspect.verdict).toHaveBeenCalledTimes(1);
    state.setMargin(0.05);
    const again = state.look(result, 'nDCG@10', judgments);
    expect(state.verdict).toBe(verdict);
    await again;
    // The slices do not depend on the margin.
    expect(inspect.slices).toHaveBeenCalledTimes(1);
    await state.look(result, 'nDCG@10', {});
    expect([inspect.verdict.mock.calls.length, inspect.slices.mock.calls.length]).toEqual([3, 2]);
  });

  it('is computed again where it failed', async () => {
    const { state, inspect } = opened();
    inspect.verdict.mockRejectedValueOnce(new Error('no memory'));
    await state.look(result, 'nDCG@10', judgments);
    expect([state.verdict, state.judging.failure]).toEqual([null, expect.anything()]);
    inspect.slices.mockRejectedValueOnce(new Error('no memory'));
    await state.look(result, 'nDCG@10', judgments);
    expect([state.verdict, state.slices]).toEqual([verdict, null]);
    state.setMargin(0.05);
    await state.look(result, 'nDCG@10', judgments);
    expect(state.slices).toBe(report);
  });

  it('has no slices where nothing is compared', async () => {
    const { state, inspect } = opened('tea', null, { kind: 'none' } as Verdict);
    await state.look(result, 'nDCG@10', judgments);
    expect(inspect.slices).not.toHaveBeenCalled();
  });

  it('keeps the smallest difference that matters, for each collection', () => {
    const { state, kept } = opened('tea', { rain: 0.05 });
    expect(state.margin).toBe(0.02);
    state.setMargin(0.1);
    expect(kept()).toEqual({ rain: 0.05, tea: 0.1 });
    expect(opened('rain', kept()).state.margin).toBe(0.05);
  });

  it('has the person’s tags as slices, computed again when they change', async () => {
    const { state, inspect } = opened();
    tagged = { q1: { tags: ['hard'], note: '' }, q2: { tags: [], note: 'why?' } };
    await state.look(result, 'nDCG@10', judgments);
    expect([...inspect.slices.mock.calls[0]![1].tags!]).toEqual([['q1', ['hard']]]);
    // A note is no slice.
    tagged = { ...tagged, q2: { tags: [], note: 'because' } };
    await state.look(result, 'nDCG@10', judgments);
    expect(inspect.slices).toHaveBeenCalledTimes(1);
    tagged = { ...tagged, q2: { tags: ['hard'], note: '' } };
    await state.look(result, 'nDCG@10', judgments);
    expect([inspect.verdict.mock.calls.length, inspect.slices.mock.calls.length]).toEqual([1, 2]);
    expect(inspect.slices.mock.calls[1]![1].tags!.size).toBe(2);
    expect(state.tags).toBe(inspect.slices.mock.calls[1]![1].tags);
  });

  it('is looking until the slices are there, and takes none of a measure that is no longer asked for', async () => {
    const { state, inspect } = opened();
    const verdicts: ((made: Verdict) => void)[] = [];
    inspect.verdict.mockImplementation(() => new Promise((resolve) => verdicts.push(resolve)));
    const first = state.look(result, 'MAP', judgments);
    const second = state.look(result, 'nDCG@10', judgments);
    expect(state.looking).toBe(true);
    verdicts[1]!(verdict);
    await second;
    verdicts[0]!(verdict);
    await first;
    expect(inspect.slices.mock.calls.map(([, { measure }]) => measure)).toEqual(['nDCG@10']);
    expect(state.looking).toBe(false);
  });
});
