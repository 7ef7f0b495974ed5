import type { Note } from '../../contract/errors';
import type { DiskOffer, ModelChoice, ModelProgress, StoredModel } from '../../contract/models';
import type { SourceFile } from '../../contract/workers';
import type { ModelTrial } from '../../contract/models';
import type { ModelCard } from '../../domain/models/card';
import type { ModelConfiguration } from '../../domain/models/configuration';
import type { ExperimentSpec } from '../../domain/experiment/experiment';

/** What the interface can ask about models. Downloads are not here: they happen in a page of their own, the airlock. */
export interface Models {
  /** All cards as they were when {@link refresh} was last called: bundled models first. */
  readonly cards: readonly ModelCard[];
  /** Reads the cards again, with the devices that were measured. */
  refresh(): Promise<readonly ModelCard[]>;
  /** Models that were added, oldest first. */
  stored(): Promise<StoredModel[]>;
  remove(id: string): Promise<void>;
  /** Changes how a model is read; what was computed with it before is not used any more. */
  reread(id: string, reading: ModelConfiguration): Promise<StoredModel>;
  /** Calls back whenever a model was added or deleted, in whatever page. @returns ends it */
  onChange(listener: () => void): () => void;
  /** Reads a folder or a zip archive, and keeps nothing. */
  look(files: readonly SourceFile[], signal: AbortSignal): Promise<DiskOffer>;
  keep(
    files: readonly SourceFile[],
    choice: ModelChoice,
    context: { readonly signal: AbortSignal; readonly progress: (step: ModelProgress) => void },
  ): Promise<StoredModel>;
  /** Runs a model on known pairs and on every device of this machine, and keeps what was measured. */
  measure(
    id: string,
    context: { readonly signal: AbortSignal; readonly progress: (what: Note) => void },
  ): Promise<ModelTrial>;
  /**
   * Measures the models of an experiment whose device is a guess so far: those that were added, of which it is not known
   * either whether they are read rightly, and all where there is a GPU.
   */
  prepare(
    spec: ExperimentSpec,
    context: { readonly signal: AbortSignal; readonly progress: (what: Note) => void },
  ): Promise<void>;
  /** What was measured on this machine, by model; without what was measured of other files or readings. */
  trials(): Promise<ReadonlyMap<string, ModelTrial>>;
}
