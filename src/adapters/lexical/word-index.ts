import type { KeptIndex } from '../../contract/workers';
import type { ScoredDoc } from '../../domain/retrieval/exact-search';
import type { WordExplanation } from '../../domain/retrieval/lexical/explain';
import type { WordSpec } from '../../domain/retrieval/retriever-spec';

/** An index of words that is open in a worker. */
export interface WordIndex {
  add(texts: readonly string[]): void;
  /** Null where it is too large to be kept. */
  serialise(): KeptIndex | null;
  /**
   * What answers questions as a spec says. It may read the whole collection first, so it is made once for many questions.
   *
   * @throws {TypeError} where another kind of index is open than the spec searches
   */
  searcher(spec: WordSpec): (question: string, depth: number) => ScoredDoc[];
  /**
   * What explains the score of a passage that {@link searcher} gives. `indexed` is the text of the passage.
   *
   * @throws {TypeError} as {@link searcher}
   */
  explainer(spec: WordSpec): (question: string, doc: number, indexed: string) => WordExplanation;
}
