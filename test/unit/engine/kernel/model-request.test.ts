import { describe, expect, it } from 'vitest';
import type { EmbeddingConfiguration } from '../../../../src/domain/models/configuration';
import { modelRequest } from '../../../../src/engine/kernel/model-request';
import type { Ports } from '../../../../src/engine/kernel/ports';
import { fixedModels, MODELS } from '../workshop';

const reading: EmbeddingConfiguration = {
  task: 'embedding',
  weights: { path: 'onnx/model.onnx', dtype: 'fp32', externalData: [] },
  pooling: 'cls',
  normalise: true,
  dense: [],
  queryPrefix: 'query: ',
  passagePrefix: '',
  maxTokens: 64,
  flat: false,
};
const added = { ...MODELS[0]!, id: 'org/model@abc:fp32', reading };
const ports = { models: fixedModels([...MODELS, added]), modelFolder: '/models/' } as unknown as Ports;
const named = { model: added.id, revision: 'r1', device: 'wasm', maxTokens: 64 } as const;

describe('what a worker is asked with', () => {
  it('reads a model as the spec says, not as it was added', async () => {
    const request = await modelRequest(ports, { ...named, pooling: 'mean', normalise: false });
    expect(request.reading).toEqual({ ...reading, pooling: 'mean', normalise: false });
  });

  it('leaves what the spec does not name', async () => {
    expect((await modelRequest(ports, named)).reading).toEqual(reading);
  });

  it('has no reading for a bundled model', async () => {
    expect(await modelRequest(ports, { ...named, model: 'hitrate-embedding' })).not.toHaveProperty('reading');
  });

  it('is refused for a model that is not here, and for another revision of one that is', async () => {
    await expect(modelRequest(ports, { ...named, model: 'org/gone' })).rejects.toMatchObject({
      code: 'model-absent',
      data: { model: 'org/gone' },
    });
    await expect(modelRequest(ports, { ...named, revision: 'r2' })).rejects.toMatchObject({ code: 'model-changed' });
  });
});
