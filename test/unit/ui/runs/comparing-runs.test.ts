import { describe, expect, it, vi } from 'vitest';
import { NO_ANNOTATIONS } from '../../../../src/domain/diagnosis/annotations';
import { headerOf, type ResultRecord } from '../../../../src/contract/result';
import type { RunComparisonOptions } from '../../../../src/workbench/inspect/run-comparison';
import { ComparingRuns } from '../../../../src/ui/runs/comparing-runs.svelte';
import { resultOf } from '../result';

const before: ResultRecord = { ...resultOf({ bm25: [1, 0] }), key: 'before' };
const after: ResultRecord = { ...resultOf({ bm25: [1, 1] }), key: 'after' };
const choice = { before: headerOf(before), after: headerOf(after), measure: null, margin: 0.02 };

function opened(kept: readonly ResultRecord[]) {
  const inspect = {
    compareRuns: vi.fn((_: unknown, __: RunComparisonOptions) => Promise.resolve({ comparable: true } as never)),
    compareRunLists: vi.fn(() => Promise.resolve({ comparable: true } as never)),
    runChanges: vi.fn(() => Promise.resolve({} as never)),
    runSlices: vi.fn(() => Promise.resolve({ systems: ['bm25'] } as never)),
    verdict: vi.fn(({ key }: ResultRecord) => Promise.resolve({ kind: key } as never)),
  };
  const runs = { result: (_: string, key: string) => Promise.resolve(kept.find((each) => each.key === key) ?? null) };
  const questions = { annotations: () => Promise.resolve(NO_ANNOTATIONS) };
  return { comparing: new ComparingRuns({ runs, inspect, questions }, 'c'), inspect };
}

describe('two runs that are compared', () => {
  it('are by the measure that was asked for where both have it, or else by the usual one', async () => {
    const { comparing, inspect } = opened([before, after]);
    await comparing.compare({ ...choice, measure: 'MAP' });
    await comparing.compare({ ...choice, measure: 'nDCG@10' });
    expect(inspect.compareRuns.mock.calls.map(([, { measure }]) => measure)).toEqual(['MAP', 'HitRate@1']);
    expect(comparing.compared?.measures).toContain('HitRate@3');
  });

  it('are by their lists alone where they have no measure in common', async () => {
    const other = { ...after, spec: { ...after.spec, measures: ['nDCG@10'] } };
    const { comparing, inspect } = opened([before, other]);
    await comparing.compare(choice);
    expect(inspect.compareRuns).not.toHaveBeenCalled();
    expect([comparing.compared?.figures, comparing.compared?.lists]).toEqual([null, { comparable: true }]);
  });

  it('have the verdict of each, and the slices of the change, once there are figures', async () => {
    const { comparing, inspect } = opened([before, after]);
    await comparing.compare(choice);
    expect(comparing.verdicts).toEqual({ before: { kind: 'before' }, after: { kind: 'after' } });
    expect(comparing.slices).toEqual({ systems: ['bm25'] });
    inspect.compareRuns.mockResolvedValueOnce({ comparable: false, problem: {} } as never);
    await comparing.compare(choice);
    expect([comparing.verdicts, comparing.slices]).toEqual([null, null]);
    expect(inspect.runSlices).toHaveBeenCalledTimes(1);
  });

  it('are not where another version computed one', async () => {
    const { comparing } = opened([after]);
    await comparing.compare(choice);
    expect(comparing.compared).toBeNull();
    expect(comparing.outdated.map(({ key }) => key)).toEqual(['before']);
  });
});
