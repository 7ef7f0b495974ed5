import type { RetrieverSpec } from '../retrieval/retriever-spec';
import { type PartKey, PARTS, partsOf, type SystemSpec } from './parts';

/**
 * Parts that fusing a system's list would lose: all but the retriever, the chunking, chosen for all systems, and the
 * engine that it is meant for, which changes no list.
 */
export const lostByFusing = (system: SystemSpec): PartKey[] =>
  partsOf(PARTS, system)
    .map(({ key }) => key)
    .filter((key) => key !== 'retrievers' && key !== 'chunker');

/** A system's retriever where it has nothing else, so that its list is what the retriever gives a fusion; else null. */
export function soleRetriever(system: SystemSpec): RetrieverSpec | null {
  const [first, ...others] = system.retrievers;
  return first && others.length === 0 && lostByFusing(system).length === 0 ? first : null;
}
