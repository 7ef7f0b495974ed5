import type { ModelTrial, DiskOffer, ModelChoice, ModelProgress, StoredModel } from '../../contract/models';
import { HitrateError, type Note } from '../../contract/errors';
import type { Device, ModelCard, ModelConfiguration } from '../../domain/models/configuration';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import { contentKey } from '../../base/hash';
import { type Ports, withWorker } from '../kernel/ports';
import type { Following } from '../kernel/run-types';
import type { SourceFile } from '../../contract/workers';

/**
 * Where what was measured of a model is kept, among the settings of this machine. All of its reading is in it, of which the
 * revision has only a part: with another pooling other known answers are found.
 */
const trialKey = ({ id, revision, reading }: ModelCard): string =>
  `trial:${id}:${revision}${reading ? `:${contentKey({ reading })}` : ''}`;

/** Earlier versions tried other poolings too, and warned of those that did better. */
const isSaid = (warning: ModelTrial['warnings'][number]): boolean =>
  typeof warning === 'string' || (warning.code as string) !== 'better-reading';

export function createModels(ports: Ports): Models {
  let cards: readonly ModelCard[] = [];

  async function trials(): Promise<ReadonlyMap<string, ModelTrial>> {
    const [all, { name }] = await Promise.all([ports.models.cards(), ports.machine()]);
    const found = new Map<string, ModelTrial>();
    for (const card of all) {
      const trial = (await ports.storage.settings.get(trialKey(card))) as ModelTrial | undefined;
      if (trial?.machine === name) found.set(card.id, { ...trial, warnings: trial.warnings.filter(isSaid) });
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
      const [{ measureDevices }, { checkAnswers }] = await Promise.all([
        import('./trials/devices'),
        import('./trials/known-answers'),
      ]);
      const { figures, chosen } = await measureDevices(ports, card, context);
      context.progress({ code: 'measuring-known-pairs', data: { model: card.name } });
      const report = await checkAnswers(ports, card, chosen, context.signal);
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

  async function prepare(spec: ExperimentSpec, context: Following<Note>): Promise<void> {
    const [known, { gpu }, { modelsOf }] = await Promise.all([trials(), ports.machine(), import('../run/manifest')]);
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
    look: (files, signal) => withWorker(ports.modelFiles, signal, (worker) => worker.look({ files })),
    keep: (files, choice, { signal, progress }) =>
      withWorker(ports.modelFiles, signal, (worker) => worker.keep({ files, choice }, progress)),
    measure: (id, context) => ports.exclusive(() => measure(id, context)),
    prepare: (spec, context) => ports.exclusive(() => prepare(spec, context)),
  };
}

export interface Models {
  /** All cards as they were when {@link refresh} was last called: bundled models first. */
  readonly cards: readonly ModelCard[];
  refresh(): Promise<readonly ModelCard[]>;
  stored(): Promise<StoredModel[]>;
  remove(id: string): Promise<void>;
  /** Changes how a model is read; what was computed with it before is not used any more. */
  reread(id: string, reading: ModelConfiguration): Promise<StoredModel>;
  /** Calls back whenever a model was added or deleted, in whatever page. @returns ends it */
  onChange(listener: () => void): () => void;
  look(files: readonly SourceFile[], signal: AbortSignal): Promise<DiskOffer>;
  keep(files: readonly SourceFile[], choice: ModelChoice, context: Following<ModelProgress>): Promise<StoredModel>;
  /** Runs a model on known pairs and on every device of this machine, and keeps what was measured. */
  measure(id: string, context: Following<Note>): Promise<ModelTrial>;
  /**
   * Measures the models of an experiment whose device is a guess so far: those that were added, of which it is not known
   * either whether they are read rightly, and all where there is a GPU.
   */
  prepare(spec: ExperimentSpec, context: Following<Note>): Promise<void>;
  trials(): Promise<ReadonlyMap<string, ModelTrial>>;
}
