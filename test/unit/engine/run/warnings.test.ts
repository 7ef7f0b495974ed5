import { describe, expect, it } from 'vitest';
import type { SystemResult } from '../../../../src/contract/result';
import { queryId } from '../../../../src/base/types';
import { type Observed, type Truncated, warningsOf } from '../../../../src/engine/run/warnings';
import { experiment } from '../workshop';

/** As many systems as there are shares of passages that were never judged, among the first 5. */
function observed(...unjudged: readonly number[]): Observed {
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
    unjudgedQuestions: 0,
    truncated: [],
    oneThread: false,
    remarks: [],
    unknownDocuments: new Map(),
    unevaluated: new Map(),
    systems,
  };
}

const unjudgedOf = (...shares: readonly number[]): string =>
  warningsOf(observed(...shares)).find(({ code }) => code === 'unjudged')!.message;

describe('the warning of passages that were never judged', () => {
  it('names every system of a few, in the order of the result', () => {
    expect(unjudgedOf(0.1, 0.6)).toContain('many were never judged (s0 10 %, s1 60 %)');
  });

  it('names the worst of many, and tells how many more there are', () => {
    expect(unjudgedOf(0.1, 0.2, 0.3, 0.4, 0.9, 0.5, 0.6, 0.7)).toContain(
      '(s4 90 %, s7 70 %, s6 60 %, s5 50 %, s3 40 %, s2 30 %, and 2 more)',
    );
  });
});

describe('the warning of truncated texts', () => {
  const told = (...truncated: readonly Truncated[]): readonly string[] =>
    warningsOf({ ...observed(), truncated })
      .filter(({ code }) => code.startsWith('truncated'))
      .map(({ message }) => message);
  const none = { system: 'bm25', passages: null, of: 60, pairs: null };

  it('is one number where all systems that read with a model have it', () => {
    const cut = { passages: 3, of: 60, pairs: 1 };
    expect(told(none, { ...cut, system: 'a' }, { ...cut, system: 'b' })).toEqual([
      '3 passages of 60 are longer than the embedding model takes: it saw only the beginning.',
      'In 1 pair the question or the passage is so long that the reranker read only its beginning.',
    ]);
    expect(told(none)).toEqual([]);
    expect(told(none, { system: 'a', passages: 0, of: 60, pairs: 0 })).toEqual([]);
  });

  it('is a number for each where models or passages differ: the least is not hidden behind the most', () => {
    expect(
      told(none, { system: 'a', passages: 3, of: 60, pairs: 0 }, { system: 'b', passages: 40, of: 60, pairs: 0 }),
    ).toEqual([
      'Passages are longer than the embedding model takes, which saw only the beginning (a 3 of 60, b 40 of 60).',
    ]);
    // Of two models one reads all: which does not is told.
    expect(
      told({ system: 'a', passages: 0, of: 60, pairs: null }, { system: 'b', passages: 3, of: 60, pairs: null }),
    ).toEqual(['Passages are longer than the embedding model takes, which saw only the beginning (b 3 of 60).']);
    expect(
      told({ system: 'a', passages: 3, of: 60, pairs: 1 }, { system: 'b', passages: 3, of: 90, pairs: 20 }),
    ).toEqual([
      'Passages are longer than the embedding model takes, which saw only the beginning (a 3 of 60, b 3 of 90).',
      'A question or a passage is so long that the reranker read only its beginning (a 1 pair, b 20 pairs).',
    ]);
  });
});
