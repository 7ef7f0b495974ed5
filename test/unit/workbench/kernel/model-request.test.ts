import { describe, expect, it } from 'vitest';
import { modelRequest, type Ports } from '../../../../src/workbench/kernel/ports';
import { ADDED, fixedModels, MODELS } from '../workshop';

const { reading } = ADDED;
const ports = { models: fixedModels([...MODELS, ADDED]), modelFolder: '/models/' } as unknown as Ports;
const named = { model: ADDED.id, revision: 'r1', device: 'wasm', maxTokens: 64 } as const;

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
