import { provided } from '../shared/context';
import { parseShallow } from '../../base/typed-json';
import { HitrateError } from '../../contract/errors';
import type { SourceFile } from '../../contract/workers';
import { lexical, vectorsBy } from '../../domain/experiment/catalogue';
import { composedOf, type ComposedSystem, composedSystem, type Naming } from '../../domain/experiment/composed';
import type { ExperimentSpec, SystemSpec } from '../../domain/experiment/experiment';
import { experimentFile, readExperiment } from '../../domain/experiment/experiment-file';
import { lostByFusing, soleRetriever } from '../../domain/experiment/parts';
import type { ComposedRetriever } from '../../domain/experiment/retrievers';
import { namingOf, type Sources } from '../../domain/experiment/settings';
import type { FusionSpec } from '../../domain/fusion/fusion-spec';
import { parseTrained, routesOf, type TrainedSpec } from '../../domain/ltr/learned-spec';
import type { ModelCard } from '../../domain/models/configuration';
import { defaultTermGraph } from '../../domain/retrieval/retriever-spec';
import { DEFAULT_ANALYZER } from '../../domain/text/analyzer-spec';
import { specProblem } from '../shared/messages/experiment';
import { messageOf } from '../shared/messages/message-of';
import type { Navigation } from '../shared/navigation/navigation.svelte';
import type { Page } from '../shared/page.svelte';
import { partName } from '../shared/system-text';
import type { SettingsState } from './settings.svelte';

interface Offered {
  readonly file: string;
  readonly message: string;
  readonly rest: ExperimentSpec;
}

export class ComposingState {
  offered = $state.raw<Offered | null>(null);

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

  /** Adds a system that was found. Marks of a blind session are no judgments: it is to be compared on judged questions. */
  use(make: (naming: Naming) => ComposedSystem): Promise<void> {
    return this.page.attempt(() => this.#compose(make(namingOf(this.settings.settings, this.settings.models))));
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

export const getComposing = provided(ComposingState);

/** Fuses lists. @throws {HitrateError} on a list of several retrievers: fused numbers would differ from the lab's */
export function fusedSystem(
  spec: ExperimentSpec,
  fusion: FusionSpec,
  lists: readonly string[],
  naming: Naming,
): ComposedSystem {
  const retrievers = lists.map((id): ComposedRetriever => {
    const system = spec.systems.find((each) => each.id === id);
    if (!system || !soleRetriever(system)) throw new HitrateError('spec-invalid', whyNotFused(id, system));
    return composedOf(system, naming).retrievers[0]!;
  });
  return composedSystem(`${fusion.method} of ${lists.join(' and ')}`, retrievers, { fusion });
}

function whyNotFused(id: string, system: SystemSpec | undefined): string {
  if (!system) return `“${id}” is not a system of this experiment.`;
  const lost = lostByFusing(system);
  const why =
    system.retrievers.length > 1
      ? `has ${system.retrievers.length} retrievers`
      : `has more than a retriever (${lost.map(partName).join(', ')}), which a fusion of its list would be without`;
  return `“${id}” ${why}: fuse lists of systems that are one retriever and nothing else.`;
}

/** A system of an experiment under another name, with a part instead of its own. */
function changedSystem(
  { systems }: ExperimentSpec,
  system: string,
  change: Pick<ComposedSystem, 'id'> & Partial<ComposedSystem>,
  naming: Naming,
): ComposedSystem {
  const composed = composedOf(
    systems.find(({ id }) => id === system)!,
    naming,
  );
  return { ...composed, ...change };
}

export const cutSystem = (spec: ExperimentSpec, id: string, threshold: number, naming: Naming): ComposedSystem =>
  changedSystem(spec, id, { id: `${id} from ${threshold}`, threshold }, naming);

export const trainedSystem = (spec: ExperimentSpec, learned: TrainedSpec, id: string, naming: Naming): ComposedSystem =>
  changedSystem(spec, id, { id: `${id}, trained`, learned }, naming);

type SuppliedSource =
  | { readonly kind: 'experiment'; readonly spec: ExperimentSpec }
  | { readonly kind: 'system'; readonly system: ComposedSystem }
  | { readonly kind: 'refused'; readonly message: string; readonly rest?: ExperimentSpec };

/** Reads an experiment, or a saved model, which becomes a system over the usual retrievers. */
function readSupplied(file: string, text: string, cards: readonly ModelCard[], sources: Sources): SuppliedSource {
  const model = modelOf(text);
  const refused = (problems: readonly string[], rest?: ExperimentSpec): SuppliedSource => ({
    kind: 'refused',
    message: `${file} cannot be run here. ${problems.join(' ')}`,
    ...(rest ? { rest } : {}),
  });
  if (model === null) {
    const read = readExperiment(text, cards, sources);
    return read.ok ? { kind: 'experiment', spec: read.spec } : refused(read.problems.map(messageOf), read.rest);
  }
  const parsed = parseTrained(model);
  if (!parsed.ok) return refused(parsed.problems.map((problem) => `${specProblem(problem)}.`));
  return { kind: 'system', system: usualRoutes(file, parsed.spec) };
}

function modelOf(text: string): object | null {
  try {
    const json = parseShallow(text);
    return typeof json === 'object' && json !== null && 'kind' in json && json.kind === 'model' ? json : null;
  } catch {
    return null;
  }
}

/** A model names its routes by index alone: the user may change these defaults. */
function usualRoutes(file: string, trained: TrainedSpec): ComposedSystem {
  const usual = [lexical(DEFAULT_ANALYZER), vectorsBy('nearest'), defaultTermGraph(DEFAULT_ANALYZER)];
  const retrievers = Array.from({ length: Math.max(1, routesOf(trained.model)) }, (_, i) => usual[i % usual.length]!);
  return composedSystem(file.replace(/^.*\/|\.json$/g, ''), retrievers, { learned: trained });
}
