import { HitrateError } from '../../contract/errors';
import type { SourceFile } from '../../contract/workers';
import type { ResultRecord } from '../../contract/result';
import type { CollectionRecord } from '../../contract/storage';
import type { ComposedSystem, Naming } from '../../domain/experiment/composed';
import type { FusionSpec } from '../../domain/fusion/fusion-spec';
import type { TrainedSpec } from '../../domain/ltr/learned-spec';
import { namingOf, type Sources } from '../../domain/experiment/settings';
import { cutSystem, fusedSystem, readSupplied, trainedSystem } from './found-systems';
import type { SettingsState } from '../settings/settings.svelte';

export interface ComposingHooks {
  readonly collection: () => CollectionRecord | null;
  /** What the open collection has to evaluate; null while that is not known. */
  readonly sources: () => Sources | null;
  /** Told in a sentence what was made, which is then shown. */
  readonly onMade: (what: string) => void;
  /** Told what could not be made. */
  readonly onFailure: (error: unknown) => void;
}

/** Makes systems and experiments of what was found: in a file, in a result, in the fusion lab. */
export class ComposingState {
  constructor(
    private readonly settings: SettingsState,
    private readonly hooks: ComposingHooks,
  ) {}

  /** Takes an experiment, or a trained ranker, from a file, if it can be run on the open collection. */
  async open([source]: readonly SourceFile[]): Promise<void> {
    const collection = this.hooks.collection();
    const sources = this.hooks.sources();
    if (!source || !collection || !sources) return;
    const text = await source.file.text();
    // While it was read another collection was opened, and the file was not meant for that one.
    if (this.hooks.collection()?.id !== collection.id) return;
    this.#guarded(() => {
      const read = readSupplied(source.path, text, this.settings.models, sources);
      if (read.kind === 'refused') throw new HitrateError('spec-invalid', read.message);
      if (read.kind === 'system') return this.#compose(read.system);
      this.settings.open({ file: source.path, spec: read.spec });
      this.hooks.onMade(`The experiment of ${source.path} is opened.`);
    });
  }

  /** Makes a system of a fusion of lists of a result. */
  useFusion({ spec }: ResultRecord, fusion: FusionSpec, lists: readonly string[]): void {
    this.#guarded(() => this.#compose(fusedSystem(spec, fusion, lists, this.#naming)));
  }

  /** Makes a system of a model that a system of a result learned: the same lists, without training. */
  useModel({ spec }: ResultRecord, trained: TrainedSpec, system: string): void {
    this.#guarded(() => this.#compose(trainedSystem(spec, trained, system, this.#naming)));
  }

  /** Makes a system of one of a result that keeps what has a score of `threshold` or more. */
  useThreshold({ spec }: ResultRecord, system: string, threshold: number): void {
    this.#guarded(() => this.#compose(cutSystem(spec, system, threshold, this.#naming)));
  }

  get #naming(): Naming {
    return namingOf(this.settings.settings, this.settings.models);
  }

  #compose(system: ComposedSystem): void {
    this.settings.compose([system]);
    this.hooks.onMade(`${system.id} is added to the systems.`);
  }

  #guarded(make: () => void): void {
    try {
      make();
    } catch (error) {
      this.hooks.onFailure(error);
    }
  }
}
