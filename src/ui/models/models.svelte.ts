import { provided } from '../shared/context';
import type { Note } from '../../contract/errors';
import { noteMessages } from '../shared/messages/run';
import { say } from '../shared/messages/say';
import type { ModelTrial, StoredModel } from '../../contract/models';
import type { ModelCard } from '../../domain/models/configuration';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import { onMeasuredDevices } from '../../domain/experiment/parts';
import type { Models } from '../../workbench/models/create-models';
import type { Failure } from '../shared/failure';
import { Task } from '../shared/task.svelte';

export class ModelsState {
  /** Added models, oldest first; null until they are read. */
  stored = $state.raw<readonly StoredModel[] | null>(null);
  /** All models, the bundled ones first. */
  cards = $state.raw<readonly ModelCard[]>([]);
  #trials = $state.raw<ReadonlyMap<string, ModelTrial> | null>(null);
  shown = $state(false);
  #measured = $state('');
  readonly #measuring = new Task<Note>();
  readonly #reading = new Task();
  readonly #changing = new Task();

  constructor(
    readonly engine: Models,
    private readonly onRead: () => void = () => undefined,
  ) {
    this.cards = engine.cards;
  }

  get failure(): Failure | null {
    return this.#changing.failure ?? this.#measuring.failure ?? this.#reading.failure;
  }
  get measuring(): { readonly id: string; readonly what: string } | null {
    const { busy, progress } = this.#measuring;
    return busy ? { id: this.#measured, what: progress ? say(noteMessages, progress) : 'Loading the model' } : null;
  }
  get bundled(): readonly ModelCard[] {
    return this.cards.filter(({ reading }) => reading === undefined);
  }
  trialOf(id: string): ModelTrial | null {
    return this.#trials?.get(id) ?? null;
  }
  /** Whether a model of a repository is here, in any configuration. */
  isHere(repository: string): boolean {
    return this.stored?.some(({ origin }) => origin.kind === 'hub' && origin.repository === repository) ?? false;
  }

  /** Reads the models now and after changes in any tab. @returns ends it */
  watch(): () => void {
    void this.refresh();
    return this.engine.onChange(() => void this.refresh());
  }

  /** Resolves when the models are read, by this call or a later one. */
  async refresh(): Promise<void> {
    await this.#reading.run(
      () => Promise.all([this.engine.refresh(), this.engine.stored(), this.engine.trials()]),
      ([cards, stored, trials]) => {
        this.cards = cards;
        this.stored = stored;
        this.#trials = trials;
        this.onRead();
      },
    );
    await this.#reading.idle();
  }

  async remove(id: string): Promise<void> {
    if (this.measuring?.id === id) this.cancel();
    await this.#changing.run(() => this.engine.remove(id));
    await this.refresh();
  }

  /** Runs a model on every device; one model at a time, since each would slow the other. */
  async measure(id: string): Promise<void> {
    if (this.#measuring.busy) return;
    this.#measured = id;
    if (await this.#measuring.run((context) => this.engine.measure(id, context))) await this.refresh();
  }

  /** Sets the fastest device of each model, measured now where it is unknown. */
  async measured(spec: ExperimentSpec, context: Parameters<Models['prepare']>[1]): Promise<ExperimentSpec> {
    await this.engine.prepare(spec, context);
    await this.refresh();
    return { ...spec, systems: spec.systems.map((system) => onMeasuredDevices(system, this.cards)) };
  }

  cancel(): void {
    this.#measuring.drop();
  }
}

export const getModels = provided(ModelsState);
