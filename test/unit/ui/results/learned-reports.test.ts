import type { LearnedReport } from '../../../../src/contract/result';
import { describe, expect, it } from 'vitest';
import { HitrateError } from '../../../../src/contract/errors';
import { LearnedState } from '../../../../src/ui/results/comparison.svelte';
import { resultOf } from '../result';

const result = resultOf({ ltr: [1] });
const report = { candidates: 3 } as LearnedReport;

describe('LearnedState', () => {
  it('reads what a system learned once, and distinguishes what is not there from what is not read yet', async () => {
    const asked: string[] = [];
    const learned = (_: unknown, system: string) => (
      asked.push(system),
      Promise.resolve(system === 'ltr' ? report : null)
    );
    const state = new LearnedState({ inspect: { learned } });
    expect(state.of(result, 'ltr')).toBeUndefined();
    await Promise.all([state.want(result, 'ltr'), state.want(result, 'ltr')]);
    await state.want(result, 'ltr');
    expect(asked).toEqual(['ltr']);
    expect(state.of(result, 'ltr')).toEqual(report);
    expect(state.of({ ...result, key: 'another' }, 'ltr')).toBeUndefined();
    await state.want(result, 'gone');
    expect(state.of(result, 'gone')).toBeNull();
  });

  it('says why it could not be read, and reads it when it is asked for again', async () => {
    let fails = true;
    const learned = () =>
      fails ? Promise.reject(new HitrateError('lists-missing', 'Storage is closed.')) : Promise.resolve(report);
    const state = new LearnedState({ inspect: { learned } });
    await state.want(result, 'ltr');
    expect(state.failure).toEqual({ expected: true, message: 'Storage is closed.' });
    fails = false;
    await state.want(result, 'ltr');
    expect(state.failure).toBeNull();
    expect(state.of(result, 'ltr')).toEqual(report);
  });
});
