import type { ComposedRetriever } from './composed';
import type { RetrieverSpec } from '../retrieval/retriever-spec';

/** A file that a person brought, as a spec names it. */
export interface SuppliedFile {
  readonly name: string;
  readonly hash: string;
}

/** The brought file that a retriever reads, if any. */
function suppliedOf(
  spec: RetrieverSpec | ComposedRetriever,
): (SuppliedFile & { readonly kind: 'rewrites' | 'vectors' }) | null {
  if (spec.kind === 'rewritten') return { kind: 'rewrites', ...spec.rewrites };
  return spec.kind === 'file-vectors' ? { kind: 'vectors', name: spec.name, hash: spec.hash } : null;
}

/** Files that systems read and a collection lacks, in sentences; each once. @param brought the files of the collection */
export function missingSupplied(
  systems: readonly { readonly retrievers: readonly (RetrieverSpec | ComposedRetriever)[] }[],
  supplied: readonly SuppliedFile[],
): string[] {
  const asked = systems.flatMap(({ retrievers }) => retrievers.flatMap((each) => suppliedOf(each) ?? []));
  const problems = asked.flatMap(({ kind, name, hash }) => {
    const there = supplied.filter((each) => each.name === name);
    if (there.some((each) => each.hash === hash)) return [];
    return there.length > 0
      ? [`The ${kind} “${name}” of this collection are others than those that are meant.`]
      : [`The ${kind} “${name}” are not among the files of this collection: add them first.`];
  });
  return [...new Set(problems)];
}
