import { describe, expect, it } from 'vitest';
import { headerOf, type OtherResult, type ResultHeader, type ResultRecord } from '../../../../src/contract/result';
import { ResultsState } from '../../../../src/ui/results/results-state.svelte';
import { resultOf } from '../result';

const result = resultOf({ bm25: [1, 2] });
const older = { ...result, key: 'older', version: 1 };

function open(kept: readonly ResultHeader[], others: readonly OtherResult[] = [], preview: ResultRecord | null = null) {
  const closing = new AbortController();
  const workbench = {
    results: () => Promise.resolve([...kept]),
    result: (_: string, key: string) => Promise.resolve(key === result.key ? result : null),
    otherResult: (_: string, key: string) => Promise.resolve(others.find((each) => each.key === key) ?? null),
  };
  return { closing, state: new ResultsState({ runs: workbench }, 'c', () => preview, closing.signal) };
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

  it('show one that another version computed as what it is, until one of this version is there', async () => {
    const { state } = open([headerOf(older)], [older]);
    await state.refresh();
    expect([state.shown, state.other]).toEqual([null, older]);
    state.take(result);
    expect([state.shown, state.other]).toEqual([result, null]);
    state.take(result);
    expect(state.all).toEqual([headerOf(result), headerOf(older)]);
  });

  it('stand back while systems of an evaluation are ready', async () => {
    const preview = { ...result, key: 'preview' };
    const { state } = open([headerOf(older)], [older], preview);
    await state.refresh();
    expect([state.shown, state.other]).toEqual([preview, null]);
  });

  it('are not taken in after the collection was closed', async () => {
    const { state, closing } = open([headerOf(result)]);
    const reading = state.refresh();
    closing.abort();
    await reading;
    expect([state.all, state.shown, state.failure]).toEqual([null, null, null]);
  });
});
