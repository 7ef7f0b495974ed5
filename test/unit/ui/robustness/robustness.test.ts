import { describe, expect, it, vi } from 'vitest';
import { RobustnessState } from '../../../../src/ui/robustness/robustness.svelte';
import { resultOf } from '../result';

describe('what was measured in other forms', () => {
  it('is shown of its result and its measure alone', async () => {
    const result = resultOf({ bm25: [1, 0] });
    const robustness = vi.fn((_: string, { measure }: { measure: string }) => Promise.resolve({ measure } as never));
    const state = new RobustnessState({ runs: { robustness } }, 'c', new AbortController().signal);
    expect(state.found(result, 'nDCG@10')).toBeNull();
    await state.measure(result, 'nDCG@10');
    expect(state.found(result, 'nDCG@10')).toEqual({ measure: 'nDCG@10' });
    expect(state.found(result, 'MAP')).toBeNull();
    expect(state.found({ ...result, key: 'other' }, 'nDCG@10')).toBeNull();
    expect(robustness.mock.calls[0]![1]).toMatchObject({ spec: result.spec, measure: 'nDCG@10' });
  });
});
