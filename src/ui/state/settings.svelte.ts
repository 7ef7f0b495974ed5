import type { ExperimentSpec } from '../../domain/spec/experiment';
import type { ModelCard, Settings, SystemId } from '../../domain/spec/settings';
import { DEFAULT_SETTINGS, SYSTEM_IDS } from '../../domain/spec/settings';
import type { Preferences } from './preferences';
import {
  DEFAULT_DRAFT,
  readDraft,
  readSettings,
  restoreDraft,
  type Available,
  type Draft,
  type Field,
  type FieldProblems,
} from './settings-draft';
import { FAMILY_NAMES } from './settings-fields';

/** What the person has set, the experiment it makes, and what is wrong with it. Remembered per browser. */
export class SettingsState {
  #draft = $state.raw<Draft>(DEFAULT_DRAFT);
  #read = $derived.by(() => this.#readWith(this.available()));
  /** The last sound settings: what descriptions are written from while a field is being typed in. */
  #sound = $state.raw<Settings>(DEFAULT_SETTINGS);

  /** @param available what the open collection has to evaluate; null while that is not known */
  constructor(
    readonly models: readonly ModelCard[],
    private readonly preferences: Preferences,
    private readonly available: () => Available | null,
  ) {
    this.#take(restoreDraft(preferences.read('settings'), models));
  }

  get draft(): Draft {
    return this.#draft;
  }

  /** Null while a field is wrong or there is nothing to evaluate: then nothing can be run. */
  get spec(): ExperimentSpec | null {
    return this.#read?.ok ? this.#read.spec : null;
  }

  get problems(): FieldProblems {
    return this.#read && !this.#read.ok ? this.#read.problems : {};
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
    this.set({ systems: toggled(SYSTEM_IDS, this.#draft.systems, id) });
  }

  /** Takes a measure at every k, or no longer. */
  toggleFamily(name: string): void {
    this.set({ families: toggled(FAMILY_NAMES, this.#draft.families, name) });
  }

  reset(): void {
    this.set(DEFAULT_DRAFT);
  }

  #readWith(available: Available | null): ReturnType<typeof readDraft> | null {
    return available && readDraft(this.#draft, this.models, available);
  }

  #take(draft: Draft): void {
    this.#draft = draft;
    const read = readSettings(draft, this.models);
    if (read.ok) this.#sound = read.settings;
  }
}

/** The list with an item or without it, in the order of all. */
const toggled = <T>(all: readonly T[], list: readonly T[], item: T): readonly T[] =>
  all.filter((each) => list.includes(each) !== (each === item));
