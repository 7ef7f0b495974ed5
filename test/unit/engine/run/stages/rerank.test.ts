import { describe, expect, it } from 'vitest';
import { rerankNamespace } from '../../../../../src/engine/run/stages/rerank';
import { stageKey } from '../../../../../src/engine/run/stage-context';

const versions = { transformers: '4', 'onnxruntime-web': '1' };
const spec = { revision: 'r', maxTokens: 512 } as const;
/** The key of versions that read each pair whole. */
const whole = (model: string, device: 'wasm' | 'webgpu'): string =>
  stageKey(versions, 'models', 'rerank', ['rerank'], { model, device, ...spec });
const now = (model: string, device: 'wasm' | 'webgpu'): string => rerankNamespace(versions, { model, device, ...spec });

describe('scores that are kept', () => {
  it('are found by models that were added, and on a GPU, as ever', () => {
    expect(now('org/model@abc:fp32', 'wasm')).toBe(whole('org/model@abc:fp32', 'wasm'));
    expect(now('hitrate-reranker', 'webgpu')).toBe(whole('hitrate-reranker', 'webgpu'));
  });

  it('are not mixed with those of the bundled reranker that read each pair whole', () => {
    expect(now('hitrate-reranker', 'wasm')).not.toBe(whole('hitrate-reranker', 'wasm'));
  });
});
