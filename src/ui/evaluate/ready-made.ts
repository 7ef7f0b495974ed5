import type { SuppliedHeader } from '../../contract/storage';
import type { AnalyzerSpec } from '../../domain/text/analyzer-spec';
import { type ComposedSystem, composedSystem } from '../../domain/experiment/composed';
import type { ComposedRetriever, ComposedSearch } from '../../domain/experiment/retrievers';
import { DEFAULT_VECTOR_SEARCHES } from '../../domain/retrieval/dense/vector-search-spec';
import { type Settings, sixSystems } from '../../domain/experiment/settings';
import { askedByRewrites } from '../settings/system-editing';

/** Systems that use a supplied file. @param suggested the analyzer where the settings leave it to the documents */
export function readyMade(file: SuppliedHeader, settings: Settings, suggested: AnalyzerSpec): ComposedSystem[] {
  const { bm25, embedding, ensemble } = sixSystems(settings, settings.lexical.analyzer ?? suggested);
  const [words, vectors] = [bm25, embedding].map(({ retrievers }) => retrievers[0] as ComposedSearch);
  const single = (id: string, retriever: ComposedRetriever): ComposedSystem => composedSystem(id, [retriever]);
  const both = (id: string, retrievers: ComposedRetriever[]): ComposedSystem => ({ ...ensemble, id, retrievers });
  if (file.kind === 'rewrites') {
    const [byWords, byVectors] = [askedByRewrites(words!, file), askedByRewrites(vectors!, file)];
    return [
      single('bm25 with rewrites', byWords),
      single('embedding with rewrites', byVectors),
      both('ensemble with rewrites', [byWords, byVectors]),
    ];
  }
  // Contexts are of a chunking, not of a system.
  if (file.kind === 'contexts') return [];
  const { name, hash } = file;
  const supplied: ComposedRetriever = { kind: 'file-vectors', name, hash, search: DEFAULT_VECTOR_SEARCHES.nearest };
  return [single(`vectors of ${name}`, supplied), both(`bm25 and ${name}`, [words!, supplied])];
}
