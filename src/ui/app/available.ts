import type { SuppliedState } from '../evaluate/supplied.svelte';
import type { CollectionsState } from './collections.svelte';
import type { CorpusState } from '../documents/corpus.svelte';
import { takenNames } from '../importing/found-runs';
import type { RunTarget } from '../importing/importing.svelte';
import { fieldNames } from '../settings/metadata-editing';
import type { RunsState } from '../evaluate/runs.svelte';
import type { Available } from '../settings/settings-draft';

/** What is open. */
interface Opened {
  readonly collections: CollectionsState;
  readonly corpus: CorpusState;
  readonly runs: RunsState;
  readonly supplied: SuppliedState;
}

/** What the open collection has to evaluate; null while its runs and brought files are read. */
export function availableOf({ collections, runs, supplied }: Opened): Available | null {
  const { selected } = collections;
  if (!selected || !runs.all || !supplied.all) return null;
  return {
    documents: selected.counts.docs > 0,
    files: selected.documents !== undefined,
    languages: selected.summary.languages,
    runs: runs.chosen,
    leftOut: runs.all.length - runs.chosen.length,
    supplied: supplied.all,
    fields: fieldNames(selected),
  };
}

/** What runs from files are held against; null where no collection is open. */
export function runTargetOf({ collections, corpus, runs }: Opened): RunTarget | null {
  const { selected } = collections;
  if (!selected) return null;
  const { judged, docs, docsById, questions } = corpus;
  const passages = selected.counts.docs > 0 ? docsById : null;
  const ground = judged && { judged, docs: passages, taken: takenNames(selected.counts.docs, runs.all ?? []) };
  const ids = docs && questions && { docs: docs.map(({ id }) => id), queries: questions.queries };
  return { collection: selected, ground, corpus: ids };
}
