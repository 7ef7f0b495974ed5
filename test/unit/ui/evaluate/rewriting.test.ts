import { describe, expect, it } from 'vitest';
import type { WrittenRewrites } from '../../../../src/workbench/models/write-rewrites';
import type { WritingProgress } from '../../../../src/workbench/models/generation';
import { RewritingState } from '../../../../src/ui/evaluate/rewriting.svelte';
import type { Writer } from '../../../../src/ui/writing/writers.svelte';

const WRITER: Writer = {
  generator: { model: 'm', revision: 'r', maxTokens: 100, device: 'wasm' },
  name: 'm',
  maxNewTokens: 10,
};
const STEP: WritingProgress = { done: 1, total: 2, failed: 0, writing: '' };
const WRITTEN: WrittenRewrites = {
  supplied: null,
  name: 'n',
  done: 1,
  total: 2,
  reused: 0,
  texts: 1,
  failures: [],
  fewer: 0,
  cut: 0,
};

describe('rewrites that a model writes', () => {
  it('are not shown as running by a step that is reported after the last', async () => {
    let told: (step: WritingProgress) => void = () => undefined;
    const state = new RewritingState(
      {
        rewrites: (_collection, _generator, _asked, { progress }) => {
          told = progress;
          progress(STEP);
          return Promise.resolve(WRITTEN);
        },
        rewritesKept: () => Promise.resolve({ done: 1, total: 2 }),
      },
      'c',
      () => undefined,
      new AbortController().signal,
    );
    const writing = state.write(WRITER);
    expect(state.progress).toEqual(STEP);
    await writing;
    expect(state.result).toEqual(WRITTEN);
    told({ ...STEP, done: 2 });
    expect(state.progress).toBeNull();
  });
});
