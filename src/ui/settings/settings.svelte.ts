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

const CHUNKINGS = 'chunkings';

/** The settings, the experiment they make, and their problems. Remembered per browser. */
export class SettingsState {
  draft = $state.raw<Draft>(DEFAULT_DRAFT);
  #read = $derived.by(() => {
    const available = this.available();
    return available && readDraft(this.draft, this.models, available);
  });
  /** An experiment from a file, which is run instead of the settings. */
  opened = $state.raw<OpenedExperiment | null>(null);
  /** The last valid settings: descriptions use them while a field is edited. */
  settings = $state.raw<Settings>(DEFAULT_SETTINGS);

  /**
   * Chunkings are remembered by collection: what suits one set of documents does not suit another.
   * @param available null while it is unknown @param before settings of the collection that was open
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

  get models(): readonly ModelCard[] {
    return this.cards();
  }

  /** Null while a field is invalid or there is nothing to evaluate. */
  get spec(): ExperimentSpec | null {
    if (this.opened) return this.opened.spec;
    return this.#read?.ok ? this.#read.spec : null;
  }

  get problems(): FieldProblems {
    return this.#read && !this.#read.ok && !this.opened ? this.#read.problems : {};
  }

  /** Whether devices are chosen by measurement. */
  get measures(): boolean {
    return !this.opened && this.draft.device === 'auto';
  }

  get suggestedAnalyzer(): AnalyzerSpec {
    return analyzerFor(this.available()?.languages ?? []);
  }

  /** Chunkings of the open collection; none while it is unknown what there is to chunk. */
  get chunkings(): readonly ChunkerSpec[] {
    const available = this.available();
    return available?.documents ? chunkingsOf({ chunkings: this.draft.chunkings }, available) : [];
  }

  /** Custom systems and chunkings do not count: each has its own part of the page. */
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

  useTemplate(template: Template, collection: TemplateInput): void {
    this.set(draftOf(fromTemplate(template, this.settings, collection)));
  }

  toggle(id: SystemId): void {
    this.set({ systems: toggled(SYSTEM_IDS, this.draft.systems, id) });
  }

  toggleFamily(name: string): void {
    this.set({ families: toggled(FAMILY_NAMES, this.draft.families, name) });
  }

  /** Resets all but custom systems and chunkings. */
  reset(): void {
    this.set({ ...DEFAULT_DRAFT, composed: this.draft.composed, chunkings: this.draft.chunkings });
  }

  /** Adds systems, each with a free name. */
  compose(systems: readonly ComposedSystem[]): void {
    const composed = [...this.draft.composed];
    for (const system of systems)
      composed.push({ ...system, id: freeName(system.id, [...SYSTEM_IDS, ...composed.map(({ id }) => id)]) });
    this.set({ composed });
  }

  recompose(id: string, system: ComposedSystem): void {
    const others = this.draft.composed.filter((each) => each.id !== id);
    const name = freeName(system.id, [...SYSTEM_IDS, ...others.map((each) => each.id)]);
    this.set({ composed: this.draft.composed.map((each) => (each.id === id ? { ...system, id: name } : each)) });
  }

  dropComposed(id: string): void {
    this.set({ composed: this.draft.composed.filter((each) => each.id !== id) });
  }

  lacking(system: ComposedSystem): string[] {
    const available = this.available();
    return available ? lackingParts(system, available, this.models) : [];
  }

  #take(draft: Draft): void {
    this.draft = draft;
    const read = readSettings(draft, this.models);
    if (read.ok) this.settings = read.settings;
  }
}

export const [getSettings, setSettings] = createContext<SettingsState>();

/** Toggles an item of a list in the order of all. */
const toggled = <T>(all: readonly T[], list: readonly T[], item: T): readonly T[] =>
  all.filter((each) => list.includes(each) !== (each === item));
