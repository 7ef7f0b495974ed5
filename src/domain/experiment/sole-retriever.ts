import type { SystemSpec } from './experiment';
import type { RetrieverSpec } from '../retrieval/retriever-spec';

/**
 * Every part of a system, and what it is called if fusing the system's list with others would drop it. Null is kept: the
 * list comes from the retriever, the name is the list's, and the chunking is chosen for all systems of an experiment.
 * The compiler asks for each new part of a system here.
 */
const LOST_BY_FUSING: { readonly [Part in keyof Required<SystemSpec>]: string | null } = {
  id: null,
  chunker: null,
  retrievers: null,
  filter: 'filter',
  fusion: 'fusion',
  crossFitted: 'trained fusion',
  learned: 'learned ranker',
  boost: 'boost',
  rerank: 'reranker',
  threshold: 'score threshold',
};

/** What a system does beside retrieving, in words: a fusion of its list would be without it. */
export function lostByFusing(system: SystemSpec): string[] {
  return Object.entries(LOST_BY_FUSING).flatMap(([part, name]) =>
    name !== null && (system[part as keyof SystemSpec] ?? null) !== null ? [name] : [],
  );
}

/**
 * The retriever of a system that is one retriever and nothing else, so that its list is what the same retriever gives to
 * a fusion; null of any other system. Whatever asks for single lists asks this.
 */
export function soleRetriever(system: SystemSpec): RetrieverSpec | null {
  const [first, ...others] = system.retrievers;
  return first && others.length === 0 && lostByFusing(system).length === 0 ? first : null;
}
