import type { DenseSpec } from '../../domain/retrieval/retriever-spec';
import type { AnalyzerSpec, StopWordLanguage } from '../../domain/text/analyzer-spec';
import { modelRequest } from '../kernel/model-request';
import type { Ports } from '../kernel/ports';

/** What texts are searched by elsewhere, as a run makes it, and nothing of it is kept. */
export interface Serving {
  /** The terms of each text, in their order. */
  terms(analyzer: AnalyzerSpec, texts: readonly string[], signal: AbortSignal): Promise<readonly string[][]>;
  stopWords(languages: readonly StopWordLanguage[], signal: AbortSignal): Promise<StopWordLists>;
  /** @throws {HitrateError} `model-absent`, `model-changed`, `model-unavailable`, `device-unavailable` */
  embed(spec: DenseSpec, role: EmbeddedRole, texts: readonly string[], signal: AbortSignal): Promise<EmbeddedTexts>;
}

/** Of each language, as analyzers compare them. */
export type StopWordLists = Partial<Readonly<Record<StopWordLanguage, readonly string[]>>>;

/** Which of the model's prefixes is put before a text. */
export type EmbeddedRole = 'passage' | 'question';

export interface EmbeddedTexts {
  /** Row-major, one row a text. */
  readonly vectors: Float32Array;
  readonly dimensions: number;
  readonly truncated: number;
}

export function createServing(ports: Ports): Serving {
  return {
    terms: (analyzer, texts, signal) => ports.lexical.with(signal).terms({ analyzer, texts }),

    stopWords: (languages, signal) => ports.lexical.with(signal).stopWords({ languages }),

    async embed(spec, role, texts, signal) {
      const request = await modelRequest(ports, spec);
      const prefix = role === 'passage' ? spec.passagePrefix : spec.queryPrefix;
      const prefixed = texts.map((text) => prefix + text);
      const { vectors, dimensions, tokens } = await ports.encoder.with(signal).embed({ ...request, texts: prefixed });
      return { vectors, dimensions, truncated: tokens.filter((count) => count > spec.maxTokens).length };
    },
  };
}
