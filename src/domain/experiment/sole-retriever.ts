import type { RetrieverSpec } from '../retrieval/retriever-spec';
import { type PartKey, PARTS, partsOf, type SystemSpec } from './parts';

/**
 * What a fusion of a system's list would be without: all but the retriever, whose list it is, and the chunking, which is
 * chosen for all systems of an experiment.
 */
export const lostByFusing = (system: SystemSpec): PartKey[] =>
  partsOf(PARTS, system)
    .map(({ key }) => key)
    .filter((key) => key !== 'retrievers' && key !== 'chunker');

/**
 * The retriever of a system that is one retriever and nothing else, so that its list is what the same retriever gives to
 * a fusion; null of any other system. Whatever asks for single lists asks this.
 */
export function soleRetriever(system: SystemSpec): RetrieverSpec | null {
  const [first, ...others] = system.retrievers;
  return first && others.length === 0 && lostByFusing(system).length === 0 ? first : null;
}
