import { describe, expect, it } from 'vitest';
import { HitrateError } from '../../../../src/contract/errors';
import type { ResultRecord } from '../../../../src/contract/result';
import { docId, type Qrels, queryId, type Run } from '../../../../src/base/types';
import { readRelevance, RelevanceState } from '../../../../src/ui/results/relevance-state.svelte';

const ids = Array.from({ length: 12 }, (_, q) => queryId(`q${q}`));
const result = { collection: 'c', key: 'k', queries: ids, spec: { relevance: 1 } } as unknown as ResultRecord;
const run: Run = new Map(
  ids.map((id) => [
    id,
    [
      { id: docId('right'), score: 8 },
      { id: docId('wrong'), score: 2 },
    ],
  ]),
);
const qrels: Qrels = new Map(ids.map((id) => [id, new Map([[docId('right'), 1]])]));

const truth = () => Promise.resolve({ qrels, requirements: new Map(), maxGrade: 1, text: null });

const opened = (rankings: ConstructorParameters<typeof RelevanceState>[0]['inspect']['rankings']) =>
  new RelevanceState({ inspect: { truth, rankings } }, new AbortController().signal);

describe('the lists that thresholds are read of', () => {
  it('are read once, and are those of the system that was asked for last', async () => {
    const asked: string[] = [];
    const answers = new Map<string, (run: Run | null) => void>();
    const state = opened((_, system) => {
      asked.push(system);
      return new Promise((resolve) => answers.set(system, resolve));
    });
    const first = state.want(result, 'a');
    const second = state.want(result, 'b');
    void state.want(result, 'b');
    answers.get('b')!(run);
    await second;
    // The answer of the one that nobody waits for comes late.
    answers.get('a')!(null);
    await first;
    expect(asked).toEqual(['a', 'b']);
    expect(state.of(result, 'a')).toBeNull();
    expect(state.of(result, 'b')).toMatchObject({ run, qrels });
  });

  it('are asked for again after a failure, which is shown', async () => {
    let fails = true;
    const state = opened(() =>
      fails ? Promise.reject(new HitrateError('lists-missing', 'They are gone.')) : Promise.resolve(run),
    );
    await state.want(result, 'a');
    expect([state.loading.failure === null, state.of(result, 'a')]).toEqual([false, null]);
    fails = false;
    await state.want(result, 'a');
    expect([state.loading.failure, state.of(result, 'a')?.run]).toEqual([null, run]);
  });
});

describe('what is read of them', () => {
  it('is a curve and a threshold that is held out, over the first passages alone', () => {
    const read = readRelevance(run, result, qrels, { most: 10, beta: 1 });
    expect([read.tuned!.chosen, read.tuned!.heldOut.f, read.all.f, read.at(9).empty]).toEqual([5, 1, 2 / 3, 1]);
    expect(read.curve[0]!.threshold).toBe(2);
    expect(readRelevance(run, result, qrels, { most: 1, beta: 1 }).tuned!.chosen).toBeNull();
  });
});
