import type { ModelTrial, ModelChoice, ModelProgress } from '../../contract/models';
import { HitrateError, type Note } from '../../contract/errors';
import type { Device, ModelCard } from '../../domain/models/configuration';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import { contentKey } from '../../base/hash';
import { type Ports, withWorker } from '../kernel/ports';
import type { Following } from '../kernel/run-types';
import type { SourceFile } from '../../contract/workers';

/** Where what was measured of a model is kept. All of its reading is in it, of which the revision has only a part. */
const trialKey = ({ id, revision, reading }: ModelCard): string =>
  `trial:${id}:${revision}${reading ? `:${contentKey({ reading })}` : ''}`;

export type Models = ReturnType<typeof createModels>;

export function createModels(ports: Ports) {
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
    cards = all.map((card) => ({ ...card, device: measured.get(card.id)?.chosen ?? unmeasured(card) }));
    return cards;
  }

  /**
   * The device of a model that was not measured. The bundled reranker's graphs are too small for several threads, which wait for
   * each other; on one, pairs are matched together besides.
   */
  const unmeasured = ({ task, reading }: ModelCard): Device =>
    ports.isolated && (task !== 'reranking' || reading !== undefined) ? 'wasm' : 'wasm-single';

  async function measure(id: string, context: Following<Note>): Promise<ModelTrial> {
    const card = (await ports.models.cards()).find((each) => each.id === id);
    if (!card) throw new HitrateError('model-absent', { model: id });
    try {
      const { measureDevices } = await import('./devices');
      const { figures, chosen } = await measureDevices(ports, card, context);
      const machine = (await ports.machine()).name;
      const { revision } = card;
      const trial: ModelTrial = { model: id, revision, at: Date.now(), machine, devices: figures, chosen };
      await ports.storage.settings.put(trialKey(card), trial);
      await refresh();
      return trial;
    } finally {
      for (const port of [ports.encoder, ports.reranker, ports.generator]) port.release();
    }
  }

  async function prepare(spec: ExperimentSpec, context: Following<Note>): Promise<void> {
    const { gpu } = await ports.machine();
    if (!gpu) return;
    const [known, { modelsOf }] = await Promise.all([trials(), import('../run/manifest')]);
    const named = new Set(modelsOf(spec).map(({ id }) => id));
    for (const { id } of cards) if (named.has(id) && !known.has(id)) await measure(id, context);
  }

  const { stored, remove, onChange } = ports.models;
  return {
    /** All as they were when `refresh` was last called: bundled models first. */
    get cards() {
      return cards;
    },
    refresh,
    trials,
    stored,
    remove,
    onChange,
    look: (files: readonly SourceFile[], signal: AbortSignal) =>
      withWorker(ports.modelFiles, signal, async (worker) => {
        const { name, offer } = await worker.look({ files });
        const { offerFor } = await import('../../domain/models/repository');
        return { name, offer: offerFor(offer, (await ports.machine()).graphics) };
      }),
    keep: (files: readonly SourceFile[], choice: ModelChoice, { signal, progress }: Following<ModelProgress>) =>
      withWorker(ports.modelFiles, signal, (worker) => worker.keep({ files, choice }, progress)),
    /** Runs a model on every device of this machine, and keeps what was measured. */
    measure: (id: string, context: Following<Note>) => ports.exclusive(() => measure(id, context)),
    /** Measures the models of an experiment that were not yet, where there is a GPU to choose. */
    prepare: (spec: ExperimentSpec, context: Following<Note>) => ports.exclusive(() => prepare(spec, context)),
  };
}
