import { describe, expect, it } from 'vitest';
import { stageKey } from '../../../../../src/engine/run/stage-context';
import { rerankNamespace } from '../../../../../src/engine/run/stages/rerank';

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
