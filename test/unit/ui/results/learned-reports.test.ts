import type { LearnedReport } from '../../../../src/contract/result';
import { describe, expect, it } from 'vitest';
import { HitrateError } from '../../../../src/contract/errors';
import { LearnedState } from '../../../../src/ui/results/comparison.svelte';
import { resultOf } from '../result';

const result = resultOf({ ltr: [1] });
const report = { candidates: 3 } as LearnedReport;

describe('LearnedState', () => {
  it('reads what a system learned once', async () => {
    const asked: string[] = [];
    const state = new LearnedState({
      inspect: { learned: (_, system) => (asked.push(system), Promise.resolve(report)) },
    });
    expect(state.of(result, 'ltr')).toBeUndefined();
    await Promise.all([state.want(result, 'ltr'), state.want(result, 'ltr')]);
    await state.want(result, 'ltr');
    expect(asked).toEqual(['ltr']);
    expect(state.of(result, 'ltr')).toEqual(report);
    expect(state.of({ ...result, key: 'another' }, 'ltr')).toBeUndefined();
  });

  it('distinguishes what is not there from what is not read yet', async () => {
    const state = new LearnedState({ inspect: { learned: () => Promise.resolve(null) } });
    await state.want(result, 'ltr');
    expect(state.of(result, 'ltr')).toBeNull();
  });

  it('says why it could not be read, and reads it when it is asked for again', async () => {
    let fails = true;
    const state = new LearnedState({
      inspect: {
        learned: () =>
          fails ? Promise.reject(new HitrateError('lists-missing', 'Storage is closed.')) : Promise.resolve(report),
      },
    });
    await state.want(result, 'ltr');
    expect(state.failure).toEqual({ expected: true, message: 'Storage is closed.' });
    fails = false;
    await state.want(result, 'ltr');
    expect(state.failure).toBeNull();
    expect(state.of(result, 'ltr')).toEqual(report);
  });
});
