import type { DenseSpec } from '../../domain/retrieval/retriever-spec';
import type { StopWordLanguage } from '../../domain/text/analyzer-spec';
import { modelRequest, type Ports } from '../kernel/ports';

export type StopWordLists = Partial<Readonly<Record<StopWordLanguage, readonly string[]>>>;

export type EmbeddedRole = 'passage' | 'question';

/** @throws {HitrateError} `model-absent`, `model-changed`, `model-unavailable`, `device-unavailable` */
export async function embedTexts(
  ports: Ports,
  spec: DenseSpec,
  role: EmbeddedRole,
  texts: readonly string[],
  signal: AbortSignal,
) {
  const request = await modelRequest(ports, spec);
  const prefix = role === 'passage' ? spec.passagePrefix : spec.queryPrefix;
  const prefixed = texts.map((text) => prefix + text);
  const { vectors, dimensions, tokens } = await ports.encoder.with(signal).embed({ ...request, texts: prefixed });
  return { vectors, dimensions, truncated: tokens.filter((count) => count > spec.maxTokens).length };
}
