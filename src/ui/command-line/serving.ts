import type { LanguageShare } from '../../base/types';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import { buildExperiment, DEFAULT_SETTINGS } from '../../domain/experiment/settings';
import type { DenseSpec } from '../../domain/retrieval/retriever-spec';
import type { AnalyzerSpec, StopWordLanguage } from '../../domain/text/analyzer-spec';
import type { EmbeddedRole, StopWordLists } from '../../workbench/run/serving';
import type { WorkbenchPart } from '../../workbench/workbench';
import type { EvaluationRequest } from './command';
import { type CommandOutcome, outcomeOf } from './command-progress';
import { askedSettings, experimentIn } from './experiment-of';

/** What the page makes for an engine that searches elsewhere: plain data goes in and out. */
export interface PageServing {
  /** The experiment that a command asks for. @param languages of the documents, the most frequent first */
  experiment(request: EvaluationRequest, languages: readonly LanguageShare[]): Promise<CommandOutcome<ExperimentSpec>>;
  terms(analyzer: AnalyzerSpec, texts: readonly string[]): Promise<readonly string[][]>;
  stopWords(languages: readonly StopWordLanguage[]): Promise<StopWordLists>;
  embed(spec: DenseSpec, role: EmbeddedRole, texts: readonly string[]): Promise<CommandOutcome<ServedVectors>>;
}

export interface ServedVectors {
  /** The bytes of single-precision numbers, little-endian, in base 64: numbers in JSON take four times as long. */
  readonly base64: string;
  readonly dimensions: number;
  readonly truncated: number;
}

type Served = WorkbenchPart<{ serving: 'terms' | 'stopWords' | 'embed'; models: 'refresh' }>;

export function pageServing({ serving, models }: Served, signal: AbortSignal): PageServing {
  return {
    experiment: (request, languages) =>
      outcomeOf(async () => {
        const cards = await models.refresh();
        // Vectors from files are read by the command itself, which checks them.
        const sources = { documents: true, languages, runs: [], judgesPlaces: false };
        if (request.experiment !== undefined) return experimentIn(request.experiment, cards, sources);
        const systems = request.systems ?? DEFAULT_SETTINGS.systems.filter((id) => !id.endsWith('rerank'));
        return buildExperiment(askedSettings({ ...request, systems }), cards, sources);
      }),

    terms: (analyzer, texts) => serving.terms(analyzer, texts, signal),
    stopWords: (languages) => serving.stopWords(languages, signal),

    embed: (spec, role, texts) =>
      outcomeOf(async () => {
        const { vectors, dimensions, truncated } = await serving.embed(spec, role, texts, signal);
        return { base64: base64Of(vectors), dimensions, truncated };
      }),
  };
}

/** As many bytes at a time as a call takes arguments. */
const CHUNK = 2 ** 15;

function base64Of({ buffer, byteOffset, byteLength }: Float32Array): string {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  return btoa(parts.join(''));
}
