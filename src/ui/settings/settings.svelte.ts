import type { QuestionSplit } from '../../base/types';
import { provided } from '../shared/context';
import { type AnalyzerSpec, analyzerFor } from '../../domain/text/analyzer-spec';
import type { ComposedSystem } from '../../domain/experiment/composed';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import { namingRetired, withoutRetired } from '../../domain/experiment/retired';
import { QUESTION_SPLITS } from '../../domain/splits/splits';
import type { ChunkerSpec } from '../../domain/chunk/chunker-spec';
import { freeName } from '../../domain/run/system-names';
import type { ModelCard } from '../../domain/models/configuration';
import { type Settings, chunkingsOf, DEFAULT_SETTINGS } from '../../domain/experiment/settings';
import { type SystemId, SYSTEM_IDS } from '../../domain/experiment/system-ids';
import type { CollectionRecord } from '../../contract/storage';
import { standardSettings, type Template, type TemplateInput, fromTemplate } from '../../domain/experiment/templates';
import { presetOf, type Preset, type PresetId } from '../../domain/experiment/presets';
import { keptRecord, type Preferences } from '../shared/preferences';
import {
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
  FAMILY_NAMES,
} from './settings-draft';

interface OpenedExperiment {
  readonly file: string;
  readonly spec: ExperimentSpec;
}

const SETTINGS = 'collection-settings';
const SPLITS = 'run-splits';
const RETIRED_SYSTEMS = 'retired-systems';

export class SettingsState {
  draft = $state.raw<Draft>(DEFAULT_DRAFT);
  #read = $derived.by(() => {
    const available = this.available();
    return available && readDraft(this.draft, this.models, available);
  });
  #split = $state<QuestionSplit | null>(null);
  opened = $state.raw<OpenedExperiment | null>(null);
  /** Custom systems with retired parts, as they were stored: they are shown, and not run. */
  retired = $state.raw<readonly unknown[]>([]);
  /** The last valid settings: descriptions use them while a field is edited. */
  settings = $state.raw<Settings>(DEFAULT_SETTINGS);

  /** @param available null while unknown */
  constructor(
    private readonly cards: () => readonly ModelCard[],
    private readonly preferences: Preferences,
    private readonly available: () => Available | null,
    private readonly collection: string,
  ) {
    this.retired = this.#setRetiredAside();
    this.#take(restoreDraft(this.#stored, cards()));
    const split = keptRecord(this.preferences, SPLITS)[collection];
    this.#split = QUESTION_SPLITS.find((each) => each === split) ?? null;
  }

  get models(): readonly ModelCard[] {
    return this.cards();
  }

  get split(): QuestionSplit | null {
    return this.#split;
  }
  set split(split: QuestionSplit | null) {
    this.#split = split;
    this.preferences.write(SPLITS, { ...keptRecord(this.preferences, SPLITS), [this.collection]: split });
  }

  get spec(): ExperimentSpec | null {
    if (this.opened) return this.opened.spec;
    return this.#read?.ok ? { ...this.#read.spec, ...(this.split && { split: this.split }) } : null;
  }

  get standard(): ExperimentSpec | null {
    return this.specWith(draftOf(standardSettings(this.settings)));
  }

  get problems(): FieldProblems {
    return this.#read && !this.#read.ok && !this.opened ? this.#read.problems : {};
  }

  get measures(): boolean {
    return this.draft.device === 'auto';
  }

  get suggestedAnalyzer(): AnalyzerSpec {
    return analyzerFor(this.available()?.languages ?? []);
  }

  /** Whether the embedding model gives a vector for each token, which late chunking needs. */
  get givesTokens(): boolean {
    return this.models.find(({ id }) => id === this.draft.embeddingModel)?.tokenVectors === true;
  }

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
    this.#keep(this.draft);
  }

  templateInput({ counts, summary }: Pick<CollectionRecord, 'counts' | 'summary'>): TemplateInput {
    const set = this.draft.embeddingModel;
    const encoders = this.models.filter(({ task }) => task === 'embedding');
    return {
      docs: counts.docs,
      languages: summary.languages,
      judged: counts.judgedQueries,
      embeddingModels: encoders.toSorted((a, b) => Number(b.id === set) - Number(a.id === set)),
      runs: this.available()?.runs.length ?? 0,
    };
  }

  useTemplate(template: Template, collection: CollectionRecord): void {
    this.opened = null;
    this.set(draftOf(fromTemplate(template, this.settings, this.templateInput(collection))));
  }

  usePreset(preset: Preset, collection: CollectionRecord): void {
    this.opened = null;
    this.set(preset.systems(this.templateInput(collection)));
  }

  preset(collection: CollectionRecord): PresetId | null {
    return this.opened ? null : presetOf(this.draft, this.templateInput(collection));
  }

  specWith(patch: Partial<Draft>): ExperimentSpec | null {
    const available = this.available();
    const read = available && readDraft({ ...this.draft, ...patch }, this.models, available);
    return read?.ok ? { ...read.spec, ...(this.split && { split: this.split }) } : null;
  }

  toggle(id: SystemId): void {
    this.set({ systems: toggled(SYSTEM_IDS, this.draft.systems, id) });
  }

  toggleFamily(name: string): void {
    this.set({ families: toggled(FAMILY_NAMES, this.draft.families, name) });
  }

  reset(): void {
    this.set({ ...DEFAULT_DRAFT, composed: this.draft.composed, chunkings: this.draft.chunkings });
  }

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

  dropRetired(system: unknown): void {
    this.retired = this.retired.filter((each) => each !== system);
    this.preferences.write(RETIRED_SYSTEMS, this.retired);
  }

  /** Earlier versions had one draft for all collections, which the first that is changed takes, and chunkings apart. */
  get #stored(): Readonly<Record<string, unknown>> {
    const [own, chunkings] = [SETTINGS, 'chunkings'].map((name) => keptRecord(this.preferences, name)[this.collection]);
    return (own as Record<string, unknown>) ?? { ...keptRecord(this.preferences, 'settings'), chunkings };
  }

  #keep(stored: object): void {
    this.preferences.write(SETTINGS, { ...keptRecord(this.preferences, SETTINGS), [this.collection]: stored });
    this.preferences.write('settings', null);
  }

  /** Takes systems with retired parts out of the stored settings, which the next change overwrites. */
  #setRetiredAside(): readonly unknown[] {
    const kept = this.preferences.read(RETIRED_SYSTEMS);
    const stored = this.#stored;
    const found = namingRetired(stored['composed']);
    const retired = [...namingRetired(kept), ...found];
    if (found.length === 0) return retired;
    this.preferences.write(RETIRED_SYSTEMS, retired);
    const { systems: composed } = withoutRetired({ systems: stored['composed'] as readonly unknown[] });
    this.#keep({ ...stored, composed });
    return retired;
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

export const getSettings = provided(SettingsState);

const toggled = <T>(all: readonly T[], list: readonly T[], item: T): readonly T[] =>
  all.filter((each) => list.includes(each) !== (each === item));
