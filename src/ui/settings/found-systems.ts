import { HitrateError } from '../../contract/errors';
import { DEFAULT_ANALYZER } from '../../domain/text/analyzer-spec';
import { lexical, vectorsBy } from '../../domain/experiment/catalogue';
import { composedOf, type ComposedSystem, composedSystem, type Naming } from '../../domain/experiment/composed';
import type { ComposedRetriever } from '../../domain/experiment/retrievers';
import type { ExperimentSpec, SystemSpec } from '../../domain/experiment/experiment';
import { readExperiment } from '../../domain/experiment/experiment-file';
import type { FusionSpec } from '../../domain/fusion/fusion-spec';
import { parseTrained, routesOf, type TrainedSpec } from '../../domain/ltr/learned-spec';
import { defaultTermGraph } from '../../domain/retrieval/retriever-spec';
import { lostByFusing, soleRetriever } from '../../domain/experiment/parts';
import { messageOf } from '../shared/messages/message-of';
import { partName } from '../shared/system-text';
import type { ModelCard } from '../../domain/models/configuration';
import type { Sources } from '../../domain/experiment/settings';
import { specProblem } from '../shared/messages/experiment';

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

export function cutSystem(
  { systems }: ExperimentSpec,
  system: string,
  threshold: number,
  naming: Naming,
): ComposedSystem {
  const composed = composedOf(
    systems.find(({ id }) => id === system)!,
    naming,
  );
  return { ...composed, id: `${system} from ${threshold}`, threshold };
}

export const preferredBlind = (system: SystemSpec, naming: Naming): ComposedSystem => ({
  ...composedOf(system, naming),
  id: `${system.id}, preferred blind`,
});

export function trainedSystem(
  { systems }: ExperimentSpec,
  trained: TrainedSpec,
  system: string,
  naming: Naming,
): ComposedSystem {
  const composed = composedOf(
    systems.find(({ id }) => id === system)!,
    naming,
  );
  return { ...composed, id: `${system}, trained`, learned: trained };
}

type SuppliedSource =
  | { readonly kind: 'experiment'; readonly spec: ExperimentSpec }
  | { readonly kind: 'system'; readonly system: ComposedSystem }
  | { readonly kind: 'refused'; readonly message: string; readonly rest?: ExperimentSpec };

/** Reads an experiment, or a saved model, which becomes a system over the usual retrievers. */
export function readSupplied(
  file: string,
  text: string,
  cards: readonly ModelCard[],
  sources: Sources,
): SuppliedSource {
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
    const json: unknown = JSON.parse(text);
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
