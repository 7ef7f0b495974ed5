import { canonicalJson } from '../../base/hash';
import { composedOf } from '../../domain/experiment/composed';
import type { SystemSpec } from '../../domain/experiment/experiment';
import { soleRetriever } from '../../domain/experiment/parts';
import type { LearningFeature } from '../../domain/learning/weight-learning';
import { freeName } from '../../domain/run/system-names';
import { retrieverText } from '../shared/retriever-texts';
import { capital } from '../shared/system-text';

/** A list of the new run that may get a weight, with the chunking that it is searched with. */
export interface OfferedList extends LearningFeature {
  readonly chunker: SystemSpec['chunker'];
}

/**
 * The lists of all retrievers of some systems, each once: under the name of the system that is this retriever and nothing
 * else, where there is one. Those that a filter cuts are left out, since a weighted sum of them would have the filter for
 * all.
 */
export function offeredLists(systems: readonly SystemSpec[]): OfferedList[] {
  const offered = new Map<string, OfferedList>();
  const add = (system: SystemSpec, at: number, name: string): void => {
    const { chunker } = system;
    const retriever = system.retrievers[at]!;
    const key = canonicalJson({ chunker: chunker ?? null, retriever });
    const taken = [...offered.values()].map((each) => each.name);
    if (!offered.has(key)) offered.set(key, { name: freeName(name, taken), retriever, chunker });
  };
  for (const system of systems) if (soleRetriever(system)) add(system, 0, system.id);
  for (const system of systems)
    if (!system.filter)
      composedOf(system).retrievers.forEach((retriever, at) => add(system, at, capital(retrieverText(retriever))));
  return [...offered.values()];
}
