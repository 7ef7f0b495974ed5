import { chunkId } from '../../domain/chunk/chunk';
import { cutByTokens } from '../../domain/chunk/by-tokens';
import { cut } from '../../domain/chunk/cut';
import type { PlacedChunk } from '../../domain/chunk/chunked-truth';
import { HeadingPaths } from '../../domain/chunk/heading-paths';
import type { SplitChunkerSpec } from '../../domain/chunk/chunker-spec';
import type { Doc, Place, Span } from '../../base/types';
import { tokenizerRequest } from './model-request';
import { pacer } from './pause';
import type { Ports } from './ports';

/** Documents cut into passages. */
export interface CutDocuments {
  /** The passages, as documents of a corpus. */
  readonly passages: readonly Doc[];
  /** In the same order. */
  readonly chunks: readonly PlacedChunk[];
}

/**
 * Cuts documents into passages. Each keeps the metadata of its document; its text is that of the source, and what the
 * spec puts before it is its title.
 *
 * @throws {HitrateError} `model-unavailable` where tokens are those of a model that cannot be loaded
 */
export async function cutDocuments(
  ports: Ports,
  docs: readonly Doc[],
  spec: SplitChunkerSpec,
  signal: AbortSignal,
): Promise<CutDocuments> {
  const pace = pacer(signal);
  const passages: Doc[] = [];
  const chunks: PlacedChunk[] = [];
  const spansOf = await spanner(ports, spec, signal);
  for (const doc of docs) {
    await pace();
    const paths = new HeadingPaths(doc);
    for (const span of await spansOf(doc)) {
      const place: Place = { doc: doc.id, ...span };
      const passage = passageOf(doc, paths, span, spec);
      passages.push(passage);
      chunks.push({ id: passage.id, place });
    }
  }
  return { passages, chunks };
}

type SpansOf = (doc: Doc) => readonly Span[] | Promise<readonly Span[]>;

async function spanner(ports: Ports, spec: SplitChunkerSpec, signal: AbortSignal): Promise<SpansOf> {
  if (spec.kind !== 'tokens') return (doc) => cut(doc, spec);
  const { model, revision, size } = spec;
  const request = await tokenizerRequest(ports, { model, revision, maxTokens: size });
  return (doc) =>
    cutByTokens(doc, spec, (texts) => {
      signal.throwIfAborted();
      // Not with the signal: an abort in mid-call ends the worker, in which a run may be embedding. Calls are short.
      return ports.encoder.with().countTokens({ ...request, texts });
    });
}

function passageOf(doc: Doc, paths: HeadingPaths, span: Span, { context }: SplitChunkerSpec): Doc {
  const headings = context === 'headings' ? paths.at(span.start) : [];
  const before = context === 'none' ? [] : [doc.title, ...headings];
  return {
    id: chunkId(doc.id, span),
    // A document is often named by its first heading.
    title: before.filter((part, i) => part !== '' && part !== before[i - 1]).join(' › '),
    text: doc.text.slice(span.start, span.end),
    ...(doc.metadata ? { metadata: doc.metadata } : {}),
  };
}
