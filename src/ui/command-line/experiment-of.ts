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
import { parseMeasures } from '../../domain/measures/parse';
import type { ModelCard } from '../../domain/models/configuration';
import { messageOf } from '../shared/messages/message-of';
import type { MeasuredModel } from './added-model';
import { readChunkings } from './chunking-option';
import { type Checking, type CommandOutcome, withChecked } from './checking';
import type { EvaluationRequest } from './command';

export interface ComparedInputs {
  readonly collection: CollectionRecord;
  readonly sources: Sources;
  readonly contexts: readonly ContextsFile[];
  readonly cards: readonly ModelCard[];
  readonly models: readonly MeasuredModel[];
}

/** The experiment of a request: the one that a file holds, as it is, or the page's defaults with what was asked for. */
export function experimentOf(
  request: EvaluationRequest,
  checking: Checking | null,
  compared: ComparedInputs,
): CommandOutcome<ExperimentSpec> {
  const { sources, cards } = compared;
  if (request.experiment !== undefined) return experimentIn(request.experiment, cards, sources);
  const settings = settingsOf(request, checking, compared);
  if (!settings.ok) return settings;
  return { ok: true, value: withChecked(buildExperiment(settings.value, cards, sources), checking) };
}

/** Lists are at least as deep as the deepest k. */
function settingsOf(
  request: EvaluationRequest,
  checking: Checking | null,
  compared: ComparedInputs,
): CommandOutcome<Settings> {
  const asked = askedSettings(request);
  if (!asked.ok) return asked;
  const chunkings = chunkingsFor(request, compared);
  if (!chunkings.ok) return chunkings;
  const checked = checking?.measures.flatMap(({ cutoff }) => cutoff ?? []) ?? [];
  const depth = Math.max(asked.value.depth, ...checked);
  const composed = systemsOfModels(compared);
  return { ok: true, value: { ...asked.value, depth, composed, chunkings: chunkings.value } };
}

export function askedSettings(request: EvaluationRequest): CommandOutcome<Settings> {
  const asked = request.measures === undefined ? null : parseMeasures(request.measures);
  if (asked && !asked.ok) return { ok: false, problems: asked.problems.map(messageOf) };
  const cutoffs = asked?.measures.flatMap(({ cutoff }) => cutoff ?? []) ?? [];
  const ks = request.ks ?? (cutoffs.length > 0 ? cutoffs : DEFAULT_SETTINGS.ks);
  const { relevance, missing, ownDocument, systems } = { ...DEFAULT_SETTINGS, ...request };
  const measures = asked ? { families: [], measures: asked.measures.map(({ text }) => text) } : {};
  const depth = Math.max(DEFAULT_SETTINGS.depth, ...ks, ...cutoffs);
  return { ok: true, value: { ...DEFAULT_SETTINGS, ...measures, systems, ks, depth, relevance, missing, ownDocument } };
}

export function experimentIn(
  text: string,
  cards: readonly ModelCard[],
  sources: Sources,
): CommandOutcome<ExperimentSpec> {
  const read = readExperiment(text, cards, sources);
  if (read.ok) return { ok: true, value: read.spec };
  return { ok: false, problems: read.problems.map((each) => `--experiment: ${messageOf(each)}`) };
}

function chunkingsFor(
  { chunkings }: EvaluationRequest,
  { collection, cards, contexts, sources }: ComparedInputs,
): CommandOutcome<Settings['chunkings']> {
  if (!chunkings) return { ok: true, value: null };
  const cjk = ['zh', 'ja'].includes(collection.summary.languages[0]?.language ?? '');
  const encoders = cards.filter(({ task }) => task === 'embedding');
  const read = readChunkings(chunkings, {
    cjk,
    encoders,
    contexts,
    chosen: chunkingsOf({ chunkings: null }, sources)[0],
  });
  return read.ok ? { ok: true, value: read.chunkings } : { ok: false, problems: [read.problem] };
}

/** What the page's catalogue has of the models that were named: vectors, fused with BM25, reranking. */
function systemsOfModels({ collection, cards, models }: ComparedInputs): readonly ComposedSystem[] {
  const named = cards.filter(({ id }) => models.some((model) => model.id === id));
  const { embeddingModel, rerankerModel, candidates } = DEFAULT_SETTINGS;
  return modelCatalogue(
    analyzerFor(collection.summary.languages),
    { embeddingModel, rerankerModel, candidates },
    named,
  ).map(({ system }) => system);
}
