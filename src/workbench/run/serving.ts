import type { DenseSpec } from '../../domain/retrieval/retriever-spec';
import type { StopWordLanguage } from '../../domain/text/analyzer-spec';
import { modelRequest, type Ports } from '../kernel/ports';

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

/** @throws {HitrateError} `model-absent`, `model-changed`, `model-unavailable`, `device-unavailable` */
export async function embedTexts(
  ports: Ports,
  spec: DenseSpec,
  role: EmbeddedRole,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<EmbeddedTexts> {
  const request = await modelRequest(ports, spec);
  const prefix = role === 'passage' ? spec.passagePrefix : spec.queryPrefix;
  const prefixed = texts.map((text) => prefix + text);
  const { vectors, dimensions, tokens } = await ports.encoder.with(signal).embed({ ...request, texts: prefixed });
  return { vectors, dimensions, truncated: tokens.filter((count) => count > spec.maxTokens).length };
}
