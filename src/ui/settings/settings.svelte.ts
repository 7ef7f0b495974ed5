import { createContext } from 'svelte';
import { type AnalyzerSpec, analyzerFor } from '../../domain/text/analyzer-spec';
import type { ComposedSystem } from '../../domain/experiment/composed';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { ChunkerSpec } from '../../domain/chunk/chunker-spec';
import { freeName } from '../../domain/run/system-names';
import type { ModelCard } from '../../domain/models/card';
import type { Settings, SystemId } from '../../domain/experiment/settings';
import { chunkingsOf, DEFAULT_SETTINGS, SYSTEM_IDS } from '../../domain/experiment/settings';
import { fromTemplate, type Template, type TemplateInput } from '../../domain/experiment/templates';
import type { Preferences } from '../shared/preferences';
import {
  chunkingsOrNull,
  DEFAULT_DRAFT,
  draftOf,
  lackingParts,
  readDraft,
  readSettings,
  restoreDraft,
  type Available,
  type Draft,
  type Field,
  type FieldProblems,
} from './settings-draft';
import { FAMILY_NAMES } from './settings-fields';

interface OpenedExperiment {
  readonly file: string;
  readonly spec: ExperimentSpec;
}

/** By collection. */
const CHUNKINGS = 'chunkings';

/** What the person has set, the experiment it makes, and what is wrong with it. Remembered per browser. */
export class SettingsState {
  draft = $state.raw<Draft>(DEFAULT_DRAFT);
  #read = $derived.by(() => this.#readWith(this.available()));
  /** An experiment from a file, which is run as it is, whatever is set here; null where the settings are run. */
  opened = $state.raw<OpenedExperiment | null>(null);
  /** The last sound settings: what descriptions are written from while a field is being typed in. */
  settings = $state.raw<Settings>(DEFAULT_SETTINGS);

  /**
   * Takes the chunkings that were set for the collection: what suits the documents of one does not suit those of another.
   *
   * @param available what the open collection has to evaluate; null while that is not known
   * @param before what was set while another collection was open
   */
  constructor(
    private readonly cards: () => readonly ModelCard[],
    private readonly preferences: Preferences,
    private readonly available: () => Available | null,
    private readonly collection: string,
    before?: Pick<SettingsState, 'draft' | 'settings'>,
  ) {
    if (before) this.settings = before.settings;
    const draft = before?.draft ?? restoreDraft(preferences.read('settings'), cards());
    this.#take({ ...draft, chunkings: chunkingsOrNull(this.#keptChunkings()[collection]) });
  }

  /** All models of this machine. */
  get models(): readonly ModelCard[] {
    return this.cards();
  }

  /** Null while a field is wrong or there is nothing to evaluate: then nothing can be run. */
  get spec(): ExperimentSpec | null {
    if (this.opened) return this.opened.spec;
    return this.#read?.ok ? this.#read.spec : null;
  }

  get problems(): FieldProblems {
    return this.#read && !this.#read.ok && !this.opened ? this.#read.problems : {};
  }

  /** Whether devices are left to a measurement. */
  get measures(): boolean {
    return !this.opened && this.draft.device === 'auto';
  }

  /** The analyzer of words that the languages of the open collection suggest. */
  get suggestedAnalyzer(): AnalyzerSpec {
    return analyzerFor(this.available()?.languages ?? []);
  }

  /** How the documents of the open collection are cut; nothing while it is not known what there is to cut. */
  get chunkings(): readonly ChunkerSpec[] {
    const available = this.available();
    return available?.documents ? chunkingsOf({ chunkings: this.draft.chunkings }, available) : [];
  }

  /** Systems that were put together and chunkings are not among the settings: each has a part of the page of its own. */
  get isDefault(): boolean {
    return (Object.keys(DEFAULT_DRAFT) as Field[]).every(
      (field) =>
        field === 'composed' || field === 'chunkings' || String(this.draft[field]) === String(DEFAULT_DRAFT[field]),
    );
  }

  set(patch: Partial<Draft>): void {
    this.#take({ ...this.draft, ...patch });
    this.preferences.write('settings', { ...this.draft, chunkings: null });
    if (patch.chunkings !== undefined)
      this.preferences.write(CHUNKINGS, { ...this.#keptChunkings(), [this.collection]: patch.chunkings });
  }

  #keptChunkings(): Readonly<Record<string, unknown>> {
    const kept = this.preferences.read(CHUNKINGS);
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {};
  }

  /** Takes what a template sets. */
  useTemplate(template: Template, collection: TemplateInput): void {
    this.set(draftOf(fromTemplate(template, this.settings, collection)));
  }

  toggle(id: SystemId): void {
    this.set({ systems: toggled(SYSTEM_IDS, this.draft.systems, id) });
  }

  /** Takes a measure at every k, or no longer. */
  toggleFamily(name: string): void {
    this.set({ families: toggled(FAMILY_NAMES, this.draft.families, name) });
  }

  /** The settings as they come; systems that were put together stay, and so do chunkings. */
  reset(): void {
    this.set({ ...DEFAULT_DRAFT, composed: this.draft.composed, chunkings: this.draft.chunkings });
  }

  /** Adds systems, each under a name that is free. */
  compose(systems: readonly ComposedSystem[]): void {
    const composed = [...this.draft.composed];
    for (const system of systems)
      composed.push({ ...system, id: freeName(system.id, [...SYSTEM_IDS, ...composed.map(({ id }) => id)]) });
    this.set({ composed });
  }

  /** Puts another in the place of a system that was put together; under its own name where that is taken. */
  recompose(id: string, system: ComposedSystem): void {
    const others = this.draft.composed.filter((each) => each.id !== id);
    const name = freeName(system.id, [...SYSTEM_IDS, ...others.map((each) => each.id)]);
    this.set({ composed: this.draft.composed.map((each) => (each.id === id ? { ...system, id: name } : each)) });
  }

  dropComposed(id: string): void {
    this.set({ composed: this.draft.composed.filter((each) => each.id !== id) });
  }

  /** Why a system that was put together is not run on the open collection, in sentences; none where it is. */
  lacking(system: ComposedSystem): string[] {
    const available = this.available();
    return available ? lackingParts(system, available, this.models) : [];
  }

  #readWith(available: Available | null): ReturnType<typeof readDraft> | null {
    return available && readDraft(this.draft, this.models, available);
  }

  #take(draft: Draft): void {
    this.draft = draft;
    const read = readSettings(draft, this.models);
    if (read.ok) this.settings = read.settings;
  }
}

export const [getSettings, setSettings] = createContext<SettingsState>();

/** The list with an item or without it, in the order of all. */
const toggled = <T>(all: readonly T[], list: readonly T[], item: T): readonly T[] =>
  all.filter((each) => list.includes(each) !== (each === item));
