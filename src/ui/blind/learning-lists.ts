import { canonicalJson } from '../../base/hash';
import { composedOf } from '../../domain/experiment/composed';
import type { SystemSpec } from '../../domain/experiment/experiment';
import { soleRetriever } from '../../domain/experiment/parts';
import type { LearningFeature } from '../../domain/learning/weight-learning';
import { freeName } from '../../domain/run/system-names';
import { retrieverText } from '../shared/retriever-texts';
import { capital } from '../shared/system-text';

export interface OfferedList extends LearningFeature {
  readonly chunker: SystemSpec['chunker'];
}

/** Each retriever's list once, named by its sole system if any; without filtered ones, as a sum is filtered whole. */
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
