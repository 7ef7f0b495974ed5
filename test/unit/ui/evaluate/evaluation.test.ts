import { expect, it, vi } from 'vitest';
import { headerOf } from '../../../../src/contract/result';
import type { CollectionRecord } from '../../../../src/contract/storage';
import { EvaluationState } from '../../../../src/ui/evaluate/evaluation.svelte';
import { resultOf } from '../result';

const record = { id: 'c' } as unknown as CollectionRecord;
const result = resultOf({ bm25: [1, 2] });

it('shows one that another version computed as what it is, until one of this version is there', async () => {
  const { version: _, ...header } = headerOf(result);
  const other = { ...result, version: 1 };
  const state = new EvaluationState(
    {
      runs: {
        estimate: vi.fn(),
        result: () => Promise.resolve(null),
        results: () => Promise.resolve([{ ...header, version: 1 }]),
        otherResult: () => Promise.resolve(other),
        run: () => Promise.resolve(result),
      },
    },
    vi.fn(),
  );
  await state.open('c');
  expect([state.chosen, state.other]).toEqual([null, other]);
  await state.run(record, () => Promise.resolve(result.spec));
  expect([state.chosen, state.other]).toEqual([result, null]);
});
