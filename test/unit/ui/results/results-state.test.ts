import { describe, expect, it } from 'vitest';
import { headerOf, type OtherResult, type ResultHeader, type ResultRecord } from '../../../../src/contract/result';
import type { Rescored } from '../../../../src/workbench/inspect/rescored';
import { ResultsState } from '../../../../src/ui/results/results-state.svelte';
import { resultOf } from '../result';

const result = resultOf({ bm25: [1, 2] });
const rescored: Rescored = {
  result: { ...result, questionsKey: 'now' },
  cutAt: null,
  lostMeasures: [],
  unjudged: [],
  notRun: [],
};
const older = { ...result, key: 'older', version: 1 };

function open(kept: readonly ResultHeader[], others: readonly OtherResult[] = [], preview: ResultRecord | null = null) {
  const closing = new AbortController();
  const workbench = {
    results: () => Promise.resolve([...kept]),
    result: (_: string, key: string) => Promise.resolve(key === result.key ? result : null),
    otherResult: (_: string, key: string) => Promise.resolve(others.find((each) => each.key === key) ?? null),
  };
  const inspect = { rescored: () => Promise.resolve(rescored) };
  return { closing, state: new ResultsState({ runs: workbench, inspect }, 'c', () => preview, closing.signal) };
}

describe('the results of the open collection', () => {
  it('show the newest at first, and the one that is chosen', async () => {
    const { state } = open([headerOf(result), headerOf(older)], [older]);
    expect(state.all).toBeNull();
    await state.refresh();
    expect([state.all?.length, state.shown, state.other]).toEqual([2, result, null]);
    await state.choose(headerOf(older));
    expect([state.shown, state.other]).toEqual([null, older]);
    await state.refresh();
    expect(state.other).toBe(older);
    await state.choose({ ...headerOf(result), key: 'gone' });
    expect(state.other).toBe(older);
  });

  it('are scored by the judgments of now where that is asked for, until another run is shown', async () => {
    const { state } = open([headerOf(result), headerOf(older)], [older]);
    await state.refresh();
    await state.rescore();
    expect(state.shown).toBe(rescored.result);
    state.unscore();
    expect([state.shown, state.rescored]).toEqual([result, null]);
    await state.rescore();
    state.take({ ...result, key: 'next' });
    expect([state.shown?.key, state.rescored]).toEqual(['next', null]);
    await state.choose(headerOf(older));
    await state.rescore();
    expect([state.shown, state.other]).toEqual([null, older]);
  });

  it('show one that another version computed as what it is, until one of this version is there', async () => {
    const { state } = open([headerOf(older)], [older]);
    await state.refresh();
    expect([state.shown, state.other]).toEqual([null, older]);
    state.take(result);
    expect([state.shown, state.other]).toEqual([result, null]);
    state.take(result);
    expect(state.all).toEqual([headerOf(result), headerOf(older)]);
  });

  it('stand back while systems of an evaluation are ready and followed, until one is chosen', async () => {
    const preview = { ...result, key: 'preview' };
    const { state } = open([headerOf(result), headerOf(older)], [older], preview);
    await state.refresh();
    expect([state.preview, state.shown]).toEqual([null, result]);
    state.following = true;
    expect([state.preview, state.shown, state.other]).toEqual([preview, preview, null]);
    await state.choose(headerOf(older));
    expect([state.shown, state.other]).toEqual([null, older]);
  });

  it('are found by how their keys begin, and the newest by none', async () => {
    const { state } = open([headerOf(result), headerOf(older)]);
    expect([state.find(null), state.find('old')]).toEqual([null, null]);
    await state.refresh();
    expect([state.find(null)?.key, state.find('old')?.key, state.find('gone')]).toEqual([result.key, 'older', null]);
  });
});
