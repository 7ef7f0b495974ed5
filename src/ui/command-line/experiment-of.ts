import type { CollectionRecord } from '../../contract/storage';
import type { ContextsFile } from '../../domain/chunk/chunker-spec';
import { analyzerFor } from '../../domain/text/analyzer-spec';
import type { ComposedSystem } from '../../domain/experiment/composed';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import { readExperiment } from '../../domain/experiment/experiment-file';
import { modelCatalogue } from '../../domain/experiment/model-catalogue';
import {
  buildExperiment,
  chunkingsOf,
  DEFAULT_SETTINGS,
  type Settings,
  type Sources,
} from '../../domain/experiment/settings';
import type { ModelCard } from '../../domain/models/configuration';
import { messageOf } from '../shared/messages/message-of';
import type { MeasuredModel } from './added-model';
import { readChunkings } from './chunking-option';
import { type Checking, measuresOf, withChecked } from './checking';
import { CommandRefusal } from './command-progress';
import type { EvaluationRequest } from './command';

export interface ComparedInputs {
  readonly collection: CollectionRecord;
  readonly sources: Sources;
  readonly contexts: readonly ContextsFile[];
  readonly cards: readonly ModelCard[];
  readonly models: readonly MeasuredModel[];
}

/** The experiment of a request: the one that a file holds, as it is, or the page's defaults with what was asked for. */
export function experimentOf(request: EvaluationRequest, checking: Checking | null, compared: ComparedInputs) {
  const { sources, cards } = compared;
  if (request.experiment !== undefined) return experimentIn(request.experiment, cards, sources);
  const asked = askedSettings(request);
  const checked = checking?.measures.flatMap(({ cutoff }) => cutoff ?? []) ?? [];
  // Lists are at least as deep as the deepest k.
  const depth = Math.max(asked.depth, ...checked);
  const settings = { ...asked, depth, composed: systemsOfModels(compared), chunkings: chunkingsFor(request, compared) };
  return withChecked(buildExperiment(settings, cards, sources), checking);
}

/** @throws {CommandRefusal} */
export function askedSettings(request: EvaluationRequest): Settings {
  const asked = request.measures === undefined ? null : measuresOf(request.measures);
  const cutoffs = asked?.flatMap(({ cutoff }) => cutoff ?? []) ?? [];
  const ks = request.ks ?? (cutoffs.length > 0 ? cutoffs : DEFAULT_SETTINGS.ks);
  const { relevance, missing, ownDocument, systems } = { ...DEFAULT_SETTINGS, ...request };
  const measures = asked ? { families: [], measures: asked.map(({ text }) => text) } : {};
  const depth = Math.max(DEFAULT_SETTINGS.depth, ...ks, ...cutoffs);
  return { ...DEFAULT_SETTINGS, ...measures, systems, ks, depth, relevance, missing, ownDocument };
}

/** @throws {CommandRefusal} */
export function experimentIn(text: string, cards: readonly ModelCard[], sources: Sources): ExperimentSpec {
  const read = readExperiment(text, cards, sources);
  if (read.ok) return read.spec;
  throw new CommandRefusal(read.problems.map((each) => `--experiment: ${messageOf(each)}`));
}

function chunkingsFor({ chunkings }: EvaluationRequest, { collection, cards, contexts, sources }: ComparedInputs) {
  if (!chunkings) return null;
  const cjk = ['zh', 'ja'].includes(collection.summary.languages[0]?.language ?? '');
  const encoders = cards.filter(({ task }) => task === 'embedding');
  const [chosen] = chunkingsOf({ chunkings: null }, sources);
  const read = readChunkings(chunkings, { cjk, encoders, contexts, chosen });
  if (read.ok) return read.chunkings;
  throw new CommandRefusal([read.problem]);
}

/** What the page's catalogue has of the models that were named: vectors, fused with BM25, reranking. */
function systemsOfModels({ collection, cards, models }: ComparedInputs): readonly ComposedSystem[] {
  const named = cards.filter(({ id }) => models.some((model) => model.id === id));
  const entries = modelCatalogue(analyzerFor(collection.summary.languages), DEFAULT_SETTINGS, named);
  return entries.map(({ system }) => system);
}
