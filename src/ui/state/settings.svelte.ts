import type { ExperimentSpec } from '../../domain/spec/experiment';
import type { ModelCard, Settings, SystemId } from '../../domain/spec/settings';
import { DEFAULT_SETTINGS } from '../../domain/spec/settings';
import type { Preferences } from './preferences';
import { DEFAULT_DRAFT, readDraft, restoreDraft, type Draft, type Field, type FieldProblems } from './settings-draft';

/** What the person has set, the experiment it makes, and what is wrong with it. Remembered per browser. */
export class SettingsState {
  #draft = $state.raw<Draft>(DEFAULT_DRAFT);
  #read = $derived.by(() => readDraft(this.#draft, this.models));
  /** The last sound settings: what descriptions are written from while a field is being typed in. */
  #sound = $state.raw<Settings>(DEFAULT_SETTINGS);

  constructor(
    readonly models: readonly ModelCard[],
    private readonly preferences: Preferences,
  ) {
    this.#take(restoreDraft(preferences.read('settings'), models));
  }

  get draft(): Draft {
    return this.#draft;
  }

  /** Null while a field is wrong: then nothing can be run. */
  get spec(): ExperimentSpec | null {
    return this.#read.ok ? this.#read.spec : null;
  }

  get problems(): FieldProblems {
    return this.#read.ok ? {} : this.#read.problems;
  }

  get settings(): Settings {
    return this.#sound;
  }

  get isDefault(): boolean {
    return (Object.keys(DEFAULT_DRAFT) as Field[]).every(
      (field) => String(this.#draft[field]) === String(DEFAULT_DRAFT[field]),
    );
  }

  set(patch: Partial<Draft>): void {
    this.#take({ ...this.#draft, ...patch });
    this.preferences.write('settings', this.#draft);
  }

  toggle(id: SystemId): void {
    const { systems } = this.#draft;
    this.set({ systems: systems.includes(id) ? systems.filter((each) => each !== id) : [...systems, id] });
  }

  reset(): void {
    this.set(DEFAULT_DRAFT);
  }

  #take(draft: Draft): void {
    this.#draft = draft;
    if (this.#read.ok) this.#sound = this.#read.settings;
  }
}
