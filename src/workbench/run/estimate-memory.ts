import type { SuppliedHeader, CollectionRecord } from '../../contract/storage';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import { modelsOfSystem } from '../../domain/experiment/parts';
import { distinct } from '../../base/hash';
import { searchOf, type SearchSpec } from '../../domain/retrieval/retriever-spec';
import type { ModelCard } from '../../domain/models/card';
import type { ChunkingSize } from './chunking-size';

/** What the word index takes in memory for each character: a word has several, a bigram begins at each. In bytes. */
const INDEX_BYTES = { words: 8, bigrams: 34 };
const BIGRAM_LANGUAGES: ReadonlySet<string> = new Set(['zh', 'ja', 'ko']);

/**
 * ONNX Runtime's code and workers, once; and its buffers, the tokenizer and their workers for each network, beside the
 * weights: the most that Chromium's process held beyond the page, with one bundled model (310 MB) and with two (410 MB).
 */
const RUNTIME_BYTES = 200_000_000;
const NETWORK_BYTES = 80_000_000;

/** Each once; an external run takes nothing. */
function searches(spec: ExperimentSpec): SearchSpec[] {
  const all = spec.systems.flatMap((system) => system.retrievers).map(searchOf);
  return distinct(all.filter((retriever) => retriever.kind !== 'run'));
}

/** Dimensions of the widest vectors that are searched; 0 where none are. */
export function widestVectors(
  models: readonly ModelCard[],
  supplied: readonly SuppliedHeader[],
  spec: ExperimentSpec,
): number {
  const dimensions = searches(spec).map((search) => {
    if (search.kind === 'dense') return models.find(({ id }) => id === search.model)?.dimensions ?? 0;
    const file = supplied.find(({ name }) => search.kind === 'file-vectors' && name === search.name);
    return file?.kind === 'vectors' ? file.dimensions : 0;
  });
  return Math.max(0, ...dimensions);
}

/** Bytes of memory of a run. @param largest the most passages searched @param dimensions of the widest vectors */
export function bytesOf(
  models: readonly ModelCard[],
  collection: CollectionRecord,
  largest: ChunkingSize,
  spec: ExperimentSpec,
  dimensions: number,
): number {
  const { passages, characters } = largest;
  const retrievers = searches(spec);
  // One index of words is open at a time, and one matrix of vectors.
  const words = retrievers.some((each) => 'analyzer' in each) ? indexBytes(collection, characters) : 0;
  // The page and the worker that searches them share one copy.
  const vectors = passages * dimensions * 4;
  const used = new Set(spec.systems.flatMap(modelsOfSystem).map(({ model }) => model));
  const networks = models.filter(({ id }) => used.has(id)).map(({ bytes }) => bytes * 3 + NETWORK_BYTES);
  const runtime = networks.length > 0 ? RUNTIME_BYTES : 0;
  return [words, vectors, runtime, ...networks, characters * 2].reduce((sum, bytes) => sum + bytes, 0);
}

function indexBytes({ summary }: CollectionRecord, characters: number): number {
  const bigrams = summary.languages
    .filter(({ language }) => BIGRAM_LANGUAGES.has(language))
    .reduce((sum, { share }) => sum + share, 0);
  return characters * (bigrams * INDEX_BYTES.bigrams + (1 - bigrams) * INDEX_BYTES.words);
}
