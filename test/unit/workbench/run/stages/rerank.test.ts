import { describe, expect, it } from 'vitest';
import type { RerankerApi } from '../../../../../src/contract/model-workers';
import { stageKey } from '../../../../../src/workbench/run/stage-context';
import { rerankNamespace } from '../../../../../src/workbench/run/stages/rerank';
import { experiment, inProcess, madeUp, openBench } from '../../workshop';

const versions = { transformers: '4', 'onnxruntime-web': '1' };
const spec = { revision: 'r', maxTokens: 512 } as const;

describe('scores that are kept', () => {
  it.each([
    ['org/model@abc:fp32', 'wasm'],
    ['hitrate-reranker', 'webgpu'],
    ['hitrate-reranker', 'wasm'],
  ] as const)('of %s on %s are found by the key that they ever had', (model, device) => {
    const key = stageKey(versions, 'models', 'rerank', ['rerank'], { model, device, ...spec });
    expect(rerankNamespace(versions, { model, device, ...spec })).toBe(key);
  });
});

describe('batches that are scored at once', () => {
  it('are two, and what was asked beside one that fails is kept', async () => {
    const { bench, collection, workshop } = await openBench(madeUp(60, 12));
    const real = workshop.ports.reranker.with();
    let [calls, most, asked, failing] = [0, 0, 0, true];
    const scoreAll: RerankerApi['scoreAll'] = async (input) => {
      most = Math.max(most, ++calls);
      asked++;
      const number = asked;
      await new Promise((resolve) => setTimeout(resolve));
      calls--;
      if (failing && number === 2) throw new Error('the second fails');
      return real.scoreAll(input);
    };
    Object.assign(workshop.ports, { reranker: inProcess((): RerankerApi => ({ ...real, scoreAll })) });
    const run = () =>
      bench.runs.run(collection.id, experiment({ systems: ['bm25', 'ensemble-rerank'] }), {
        signal: new AbortController().signal,
        progress: () => undefined,
      });
    await run().catch(() => undefined);
    expect([asked, most]).toEqual([3, 2]);
    const kept = workshop.work.scored;
    expect(kept).toBeGreaterThan(0);
    failing = false;
    const result = await run();
    const { computed, reused } = result.counts.find(({ stage }) => stage === 'rerank')!;
    expect(reused).toBe(kept);
    expect(computed).toBe(workshop.work.scored - kept);
  });
});
