import { describe, expect, it } from 'vitest';
import type { SystemResult } from '../../../../src/contract/result';
import { queryId } from '../../../../src/base/types';
import { type RunObservations, type Truncated, warningsOf } from '../../../../src/workbench/run/result-builder';
import { experiment } from '../workshop';

/** As many systems as there are shares of passages that were never judged, among the first 5. */
function observed(...unjudged: readonly number[]): RunObservations {
  const systems = unjudged.map(
    (share, i) =>
      ({
        id: `s${i}`,
        file: null,
        answered: 40,
        ties: {},
        measures: {},
        depth: 10,
        unjudged: { 5: share },
      }) as unknown as SystemResult,
  );
  return {
    spec: experiment({ ks: [5], families: ['HitRate'], measures: [] }),
    queries: Array.from({ length: 40 }, (_, i) => ({ id: queryId(`q${i}`), text: 'what?' })),
    truths: [],
    judging: null,
    unjudgedQuestions: 0,
    truncated: [],
    oneThread: false,
    remarks: [],
    unknownDocuments: new Map(),
    unevaluated: new Map(),
    systems,
  };
}

const warning = (seen: RunObservations, code: string) => warningsOf(seen).find((each) => each.code === code);

describe('the warning of passages that were never judged', () => {
  it('names every system, in the order of the result', () => {
    const systems = [
      { id: 's0', share: 0.1 },
      { id: 's1', share: 0.6 },
    ];
    expect(warning(observed(0.1, 0.6), 'unjudged')).toEqual({ code: 'unjudged', data: { k: 5, systems } });
    expect(warning(observed(0, 0), 'unjudged')).toBeUndefined();
  });
});

describe('the warning of truncated texts', () => {
  const truncation = (...truncated: readonly Truncated[]) =>
    warningsOf({ ...observed(), truncated }).filter(({ code }) => code.startsWith('truncated'));
  const none = { system: 'bm25', passages: null, of: 60, pairs: null };

  it('has a number for each system that reads with a model', () => {
    const cut = { passages: 3, of: 60, pairs: 1 };
    expect(truncation(none, { ...cut, system: 'a' }, { ...cut, system: 'b', passages: 0 })).toEqual([
      {
        code: 'truncated-passages',
        data: {
          systems: [
            { id: 'a', cut: 3, of: 60 },
            { id: 'b', cut: 0, of: 60 },
          ],
        },
      },
      {
        code: 'truncated-pairs',
        data: {
          systems: [
            { id: 'a', cut: 1 },
            { id: 'b', cut: 1 },
          ],
        },
      },
    ]);
  });

  it('is not there where nothing was cut', () => {
    expect(truncation(none)).toEqual([]);
    expect(truncation(none, { system: 'a', passages: 0, of: 60, pairs: 0 })).toEqual([]);
  });
});
