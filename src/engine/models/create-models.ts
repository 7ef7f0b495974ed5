import type { ModelTrial } from '../../contract/models';
import { HitrateError } from '../../contract/errors';
import type { ModelCard } from '../../domain/models/card';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import { contentKey } from '../../base/hash';
import { modelsOf } from '../run/manifest';
import type { Models } from './models';
import type { Ports } from '../kernel/ports';
import { measureDevices } from './trials/devices';
import { checkReadings } from './trials/configurations';

/**
 * Where what was measured of a model is kept, among the settings of this machine. All of its reading is in it, of which the
 * revision has only a part: with another pooling other known answers are found.
 */
const trialKey = ({ id, revision, reading }: ModelCard): string =>
  `trial:${id}:${revision}${reading ? `:${contentKey({ reading })}` : ''}`;

export function createModels(ports: Ports): Models {
  let cards: readonly ModelCard[] = [];

  async function trials(): Promise<ReadonlyMap<string, ModelTrial>> {
    const [all, { name }] = await Promise.all([ports.models.cards(), ports.machine()]);
    const found = new Map<string, ModelTrial>();
    for (const card of all) {
      const trial = (await ports.storage.settings.get(trialKey(card))) as ModelTrial | undefined;
      if (trial?.machine === name) found.set(card.id, trial);
    }
    return found;
  }

  async function refresh(): Promise<readonly ModelCard[]> {
    const [all, measured] = await Promise.all([ports.models.cards(), trials()]);
    const fallback = ports.isolated ? 'wasm' : 'wasm-single';
    cards = all.map((card) => ({ ...card, device: measured.get(card.id)?.chosen ?? fallback }));
    return cards;
  }

  async function measure(id: string, context: Parameters<Models['measure']>[1]): Promise<ModelTrial> {
    const card = (await ports.models.cards()).find((each) => each.id === id);
    if (!card) throw new HitrateError('model-absent', { model: id });
    try {
      const { figures, chosen } = await measureDevices(ports, card, context);
      context.progress({ code: 'measuring-known-pairs', data: { model: card.name } });
      const report = await checkReadings(ports, card, chosen, context.signal);
      const machine = (await ports.machine()).name;
      const { revision } = card;
      const trial: ModelTrial = { model: id, revision, at: Date.now(), machine, devices: figures, chosen, ...report };
      await ports.storage.settings.put(trialKey(card), trial);
      await refresh();
      return trial;
    } finally {
      for (const port of [ports.encoder, ports.reranker, ports.generator]) port.release();
    }
  }

  async function prepare(spec: ExperimentSpec, context: Parameters<Models['measure']>[1]): Promise<void> {
    const [known, { gpu }] = await Promise.all([trials(), ports.machine()]);
    const named = new Set(modelsOf(spec).map(({ id }) => id));
    const unknown = cards.filter(({ id, reading }) => named.has(id) && !known.has(id) && (gpu || reading));
    for (const { id } of unknown) await measure(id, context);
  }

  return {
    get cards() {
      return cards;
    },
    refresh,
    trials,
    stored: () => ports.models.stored(),
    remove: (id) => ports.models.remove(id),
    reread: (id, reading) => ports.models.reread(id, reading),
    onChange: (listener) => ports.models.onChange(listener),
    async look(files, signal) {
      try {
        return await ports.modelFiles.with(signal).look({ files });
      } finally {
        ports.modelFiles.release();
      }
    },
    async keep(files, choice, { signal, progress }) {
      try {
        return await ports.modelFiles.with(signal).keep({ files, choice }, progress);
      } finally {
        ports.modelFiles.release();
      }
    },
    measure: (id, context) => ports.exclusive(() => measure(id, context)),
    prepare: (spec, context) => ports.exclusive(() => prepare(spec, context)),
  };
}
