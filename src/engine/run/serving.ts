import type { DenseSpec } from '../../domain/retrieval/retriever-spec';
import type { AnalyzerSpec } from '../../domain/text/analyzer-spec';
import { modelRequest } from '../kernel/model-request';
import type { Ports } from '../kernel/ports';
import { batchesByLength } from './stages/embed';

/** What texts are searched by elsewhere, as a run makes it, and nothing of it is kept. */
export interface Serving {
  /** The terms of each text, in their order. */
  terms(analyzer: AnalyzerSpec, texts: readonly string[], signal: AbortSignal): Promise<readonly string[][]>;
  /** @throws {HitrateError} `model-absent`, `model-changed`, `model-unavailable`, `device-unavailable` */
  embed(spec: DenseSpec, role: EmbeddedRole, texts: readonly string[], signal: AbortSignal): Promise<EmbeddedTexts>;
}

/** Which of the model's prefixes is put before a text. */
export type EmbeddedRole = 'passage' | 'question';

export interface EmbeddedTexts {
  /** Row-major, one row a text. */
  readonly vectors: Float32Array;
  readonly dimensions: number;
  /** Texts that were longer than the model takes. */
  readonly truncated: number;
}

export function createServing(ports: Ports): Serving {
  return {
    terms: (analyzer, texts, signal) => ports.lexical.with(signal).terms({ analyzer, texts }),

    async embed(spec, role, texts, signal) {
      const request = await modelRequest(ports, spec);
      const prefix = role === 'passage' ? spec.passagePrefix : spec.queryPrefix;
      const encoder = ports.encoder.with(signal);
      let vectors = new Float32Array(0);
      let dimensions = 0;
      let truncated = 0;
      for (const batch of batchesByLength(texts.map((text, place) => ({ text, place })))) {
        const embedded = await encoder.embed({ ...request, texts: batch.map(({ text }) => prefix + text) });
        dimensions = embedded.dimensions;
        if (vectors.length === 0) vectors = new Float32Array(texts.length * dimensions);
        for (const [i, { place }] of batch.entries()) {
          vectors.set(embedded.vectors.subarray(i * dimensions, (i + 1) * dimensions), place * dimensions);
          if (embedded.tokens[i]! > spec.maxTokens) truncated++;
        }
      }
      return { vectors, dimensions, truncated };
    },
  };
}
