import { describe, expect, it, vi } from 'vitest';
import { HitrateError } from '../../../../src/contract/errors';
import type { DiskOffer, StoredModel, ModelTrial } from '../../../../src/contract/models';
import { readingOf } from '../../../../src/domain/models/repository';
import type { Models } from '../../../../src/workbench/models/create-models';
import { ModelFromDisk } from '../../../../src/ui/models/model-from-disk.svelte';
import { ModelsState } from '../../../../src/ui/models/models.svelte';
import { offerOf } from '../../domain/models/make';

const offer = offerOf({ name: 'Xenova/gte-small' });
const origin = {
  kind: 'hub',
  host: 'https://h',
  repository: 'Xenova/gte-small',
  revision: 'main',
  commit: '01',
} as const;
const stored = {
  id: 'gte@01:fp32',
  name: 'Xenova/gte-small',
  origin,
  reading: readingOf(offer),
} as unknown as StoredModel;
const trial = { model: stored.id } as unknown as ModelTrial;
const files = [{ path: 'gte/config.json', file: new Blob(['{}']) }];

/** Models that are held in memory, with what a test puts in the place of some answers. */
function make(parts: Partial<Models> = {}) {
  let all = [stored];
  const trials = new Map<string, ModelTrial>();
  const listeners = new Set<() => void>();
  const models: Models = {
    cards: [],
    refresh: () => Promise.resolve([]),
    stored: () => Promise.resolve(all),
    remove: (id) => Promise.resolve(void (all = all.filter((model) => model.id !== id))),
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    look: () => Promise.resolve<DiskOffer>({ name: 'gte', files: [], offer }),
    keep: (_, { name, reading }) => {
      const model = { ...stored, id: 'gte@1:fp32', name, reading };
      all = [...all, model];
      return Promise.resolve(model);
    },
    measure: (id) => {
      trials.set(id, trial);
      return Promise.resolve(trial);
    },
    prepare: () => Promise.resolve(),
    trials: () => Promise.resolve(trials),
    ...parts,
  };
  const state = new ModelsState(models);
  return { models, listeners, state, disk: new ModelFromDisk(models, () => void state.refresh()) };
}

describe('models of this machine', () => {
  it('are read again when another page adds one, until nobody looks', async () => {
    const { state, models, listeners } = make();
    const end = state.watch();
    await vi.waitFor(() => expect(state.stored).toHaveLength(1));
    expect([state.isHere('Xenova/gte-small'), state.isHere('gte-small')]).toEqual([true, false]);
    await models.keep(
      files,
      { name: 'gte', reading: readingOf(offer), offer },
      { signal: new AbortController().signal, progress: vi.fn() },
    );
    for (const listener of listeners) listener();
    await vi.waitFor(() => expect(state.stored).toHaveLength(2));
    end();
    expect(listeners.size).toBe(0);
  });

  it('what was measured is shown, and one model is measured at a time', async () => {
    const measure = vi.fn(make().models.measure);
    const { state } = make({ measure, trials: () => Promise.resolve(new Map([[stored.id, trial]])) });
    const first = state.measure(stored.id);
    await state.measure('another');
    await first;
    expect(measure).toHaveBeenCalledTimes(1);
    expect(state.trialOf(stored.id)).toBe(trial);
    expect(state.measuring).toBeNull();
  });
});

describe('a model from disk', () => {
  it('that cannot be used says why, and is not kept', async () => {
    const keep = vi.fn();
    const problems = [{ code: 'files-damaged', data: { paths: ['m.onnx'] } }] as const;
    const refused: DiskOffer = { name: 'x', files: [], offer: { problems } };
    const { disk } = make({ look: () => Promise.resolve(refused), keep });
    await disk.look(files);
    expect(disk.picked).toMatchObject({ choice: null, problems });
    await disk.keep();
    expect(keep).not.toHaveBeenCalled();
  });

  it('that could not be kept may be tried again', async () => {
    const { disk } = make({ keep: () => Promise.reject(new HitrateError('storage-full', null)) });
    await disk.look(files);
    await disk.keep();
    expect(disk.keeping.failure?.message).toMatch(/no room/);
    expect(disk.picked?.choice).not.toBeNull();
  });
});
