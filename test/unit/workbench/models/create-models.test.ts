import { describe, expect, it } from 'vitest';
import type { ModelsPort } from '../../../../src/contract/models';
import type { ModelCard } from '../../../../src/domain/models/configuration';
import { buildExperiment, DEFAULT_SETTINGS } from '../../../../src/domain/experiment/settings';
import { createModels } from '../../../../src/workbench/models/create-models';
import { ADDED, fixedModels, MODELS, openWorkshop, quiet } from '../workshop';

const { reading } = ADDED;

/** Models over the workshop's letter counter, on a machine and with cards that can change. */
async function openModels() {
  const workshop = await openWorkshop();
  const here = {
    cards: [...MODELS, ADDED] as readonly ModelCard[],
    machine: { name: 'a machine', gpu: false, graphics: 'none' as const },
    isolated: true,
  };
  const models: ModelsPort = { ...fixedModels([]), cards: () => Promise.resolve([...here.cards]) };
  const ports = {
    ...workshop.ports,
    models,
    machine: () => Promise.resolve(here.machine),
    get isolated() {
      return here.isolated;
    },
  };
  return { workshop, here, open: () => createModels(ports) };
}

const deviceOf = (cards: readonly ModelCard[], id: string) => cards.find((card) => card.id === id)?.device;

describe('what was measured of a model', () => {
  it('is kept, with the device that was chosen, and is there after a reload', async () => {
    const { open } = await openModels();
    const trial = await open().measure(ADDED.id, quiet);
    expect(trial).toMatchObject({ model: ADDED.id, revision: 'r1', machine: 'a machine' });
    expect(trial.devices.map(({ device }) => device)).toEqual(['wasm', 'wasm-single', 'webgpu']);
    const again = open();
    expect((await again.trials()).get(ADDED.id)).toEqual(trial);
    expect(deviceOf(await again.refresh(), ADDED.id)).toBe(trial.chosen);
  });

  it('is not that of the same files read in another way, of other files, or of another machine', async () => {
    const { here, open } = await openModels();
    await open().measure(ADDED.id, quiet);
    // Neither is in the revision of a model.
    for (const changed of [{ pooling: 'mean' }, { queryPrefix: '' }] as const) {
      here.cards = [...MODELS, { ...ADDED, reading: { ...reading, ...changed } }];
      expect((await open().trials()).size).toBe(0);
    }
    here.cards = [...MODELS, ADDED];
    expect((await open().trials()).size).toBe(1);
    here.cards = [{ ...ADDED, revision: 'r2' }];
    expect((await open().trials()).size).toBe(0);
    here.cards = [ADDED];
    here.machine = { ...here.machine, name: 'another machine', gpu: true };
    expect((await open().trials()).size).toBe(0);
  });

  it('is nothing where the model is gone', async () => {
    const { here, open } = await openModels();
    here.cards = [];
    await expect(open().measure(ADDED.id, quiet)).rejects.toMatchObject({ code: 'model-absent' });
  });
});

describe('the device of a model that was not measured', () => {
  it('is WASM, on one thread where the page is not isolated', async () => {
    const { here, open } = await openModels();
    expect(deviceOf(await open().refresh(), ADDED.id)).toBe('wasm');
    here.isolated = false;
    expect(deviceOf(await open().refresh(), ADDED.id)).toBe('wasm-single');
  });

  it('is one thread of WASM for the bundled reranker, whose graphs are small, and for no other reranker', async () => {
    const { here, open } = await openModels();
    const bundled = MODELS.find(({ task }) => task === 'reranking')!;
    const reading = { ...ADDED.reading, task: 'reranking', logit: 'only', relevant: 0 } as const;
    here.cards = [...MODELS, { ...bundled, id: 'org/reranker@abc:fp32', reading }];
    const cards = await open().refresh();
    expect(deviceOf(cards, bundled.id)).toBe('wasm-single');
    expect(deviceOf(cards, 'org/reranker@abc:fp32')).toBe('wasm');
    expect(deviceOf(cards, MODELS.find(({ task }) => task === 'embedding')!.id)).toBe('wasm');
  });
});

describe('before an experiment', () => {
  const spec = (embeddingModel: string) =>
    buildExperiment({ ...DEFAULT_SETTINGS, systems: ['ensemble-rerank'], embeddingModel }, [...MODELS, ADDED]);

  it('models are measured where there is a GPU to choose, only those that it names, and once', async () => {
    const { workshop, here, open } = await openModels();
    const models = open();
    await models.refresh();
    await models.prepare(spec(ADDED.id), quiet);
    expect((await models.trials()).size).toBe(0);
    here.machine = { ...here.machine, name: 'with a GPU', gpu: true };
    await models.prepare(spec(ADDED.id), quiet);
    expect([...(await models.trials()).keys()].sort()).toEqual(['hitrate-reranker', ADDED.id].sort());
    const { embedded } = workshop.work;
    expect(embedded).toBeGreaterThan(0);
    await models.prepare(spec(ADDED.id), quiet);
    expect(workshop.work.embedded).toBe(embedded);
  });
});
