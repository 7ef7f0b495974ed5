import { createContext } from 'svelte';
import { HitrateError } from '../../contract/errors';
import type { SourceFile } from '../../contract/workers';
import type { ResultRecord } from '../../contract/result';
import { type ComposedSystem, composedOf, type Naming } from '../../domain/experiment/composed';
import type { ExperimentSpec, SystemSpec } from '../../domain/experiment/experiment';
import { experimentFile } from '../../domain/experiment/experiment-file';
import type { FusionSpec } from '../../domain/fusion/fusion-spec';
import type { TrainedSpec } from '../../domain/ltr/learned-spec';
import { namingOf, type Sources } from '../../domain/experiment/settings';
import { cutSystem, fusedSystem, preferredBlind, readSupplied, trainedSystem } from './found-systems';
import type { Navigation } from '../shared/navigation/navigation.svelte';
import type { Page } from '../shared/page.svelte';
import type { SettingsState } from './settings.svelte';

interface Offered {
  readonly file: string;
  readonly message: string;
  readonly rest: ExperimentSpec;
}

export class ComposingState {
  offered = $state.raw<Offered | null>(null);

  /** @param sources what can be evaluated; null while that is unknown */
  constructor(
    private readonly settings: SettingsState,
    private readonly sources: () => Sources | null,
    private readonly page: Page,
    private readonly navigation: Navigation,
    private readonly signal: AbortSignal,
  ) {}

  async open([source]: readonly SourceFile[]): Promise<void> {
    const sources = this.sources();
    if (!source || !sources) return;
    const text = await source.file.text();
    // Another collection was opened while the file was read.
    if (this.signal.aborted) return;
    this.offered = null;
    await this.page.attempt(() => {
      const read = readSupplied(source.path, text, this.settings.models, sources);
      if (read.kind === 'refused' && read.rest) {
        this.offered = { file: source.path, message: read.message, rest: read.rest };
        return;
      }
      if (read.kind === 'refused') throw new HitrateError('spec-invalid', read.message);
      if (read.kind === 'system') return this.#compose(read.system);
      this.#open(source.path, read.spec);
    });
  }

  openRest({ file, rest }: Offered): void {
    this.offered = null;
    this.#open(file, rest);
  }

  /** Opens what can be run of the experiment of a result, as if it came from a file. */
  again(spec: ExperimentSpec): Promise<void> {
    const file = { path: 'The experiment of this result', file: new Blob([experimentFile(spec)]) };
    return this.open([file]);
  }

  useFusion({ spec }: ResultRecord, fusion: FusionSpec, lists: readonly string[]): Promise<void> {
    return this.page.attempt(() => this.#compose(fusedSystem(spec, fusion, lists, this.#naming)));
  }

  useModel({ spec }: ResultRecord, trained: TrainedSpec, system: string): Promise<void> {
    return this.page.attempt(() => this.#compose(trainedSystem(spec, trained, system, this.#naming)));
  }

  useThreshold({ spec }: ResultRecord, system: string, threshold: number): Promise<void> {
    return this.page.attempt(() => this.#compose(cutSystem(spec, system, threshold, this.#naming)));
  }

  /** Adds a system that was preferred blind. Marks are no judgments: it is to be compared on judged questions. */
  usePreferred(system: SystemSpec): Promise<void> {
    return this.page.attempt(() => this.#compose(preferredBlind(system, this.#naming)));
  }

  /** Adds a weighted sum with weights that were learned blind. Marks are no judgments here, either. */
  useLearnedBlind(system: SystemSpec): Promise<void> {
    return this.page.attempt(() => this.#compose(composedOf(system, this.#naming)));
  }

  get #naming(): Naming {
    return namingOf(this.settings.settings, this.settings.models);
  }

  #compose(system: ComposedSystem): void {
    this.settings.compose([system]);
    this.#show(`${system.id} is added to the systems.`);
  }

  #open(file: string, spec: ExperimentSpec): void {
    this.settings.opened = { file, spec };
    this.#show(`The experiment of ${file} is opened.`);
  }

  #show(what: string): void {
    this.navigation.go(this.navigation.newRun);
    this.page.announce(what);
  }
}

export const [getComposing, setComposing] = createContext<ComposingState>();
