import type { SplitChunkerSpec } from '../../domain/chunk/chunker-spec';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { Cutter } from '../../domain/judging/chunkings';
import { groupBy } from '../../base/containers';
import { canonicalJson } from '../../base/hash';
import type { DocId, Span } from '../../base/types';
import { chunksOf } from '../kernel/corpus';
import type { Ports } from '../kernel/ports';

/** Where the chunkers of an experiment cut the documents of a collection. Those of a model's tokens are not asked. */
export async function cutterOf(
  ports: Ports,
  collection: string,
  { systems, aggregate }: Pick<ExperimentSpec, 'systems' | 'aggregate'>,
  signal: AbortSignal,
): Promise<Cutter> {
  const known = new Map<string, ReadonlyMap<DocId, readonly Span[]>>();
  // Lists that were read as lists of documents are judged as such, however their documents were cut.
  for (const { chunker } of aggregate ? [] : systems) {
    if (!chunker || chunker.kind === 'whole' || chunker.kind === 'tokens' || known.has(keyOf(chunker))) continue;
    const places = (await chunksOf(ports, collection, chunker, signal)).map(({ place }) => place);
    known.set(
      keyOf(chunker),
      groupBy(places, ({ doc }) => doc),
    );
  }
  return (doc, spec) => {
    const byDoc = known.get(keyOf(spec));
    return byDoc ? (byDoc.get(doc.id) ?? []) : null;
  };
}

/** How vectors are pooled moves no chunk. */
const keyOf = (chunker: SplitChunkerSpec): string => canonicalJson({ ...chunker, late: undefined });
