import type { KeptIndex } from '../../contract/workers';
import type { ScoredDoc } from '../../domain/retrieval/exact-search';
import type { WordExplanation } from '../../domain/retrieval/lexical/explain';
import type { WordSpec } from '../../domain/retrieval/retriever-spec';

export interface WordIndex {
  add(texts: readonly string[]): void;
  /** Null where it is too large to be kept. */
  serialise(): KeptIndex | null;
  /**
   * Made once for many questions, since it may read the whole collection first.
   * @throws {TypeError} where another kind of index is open than the spec searches
   */
  searcher(spec: WordSpec): (question: string, depth: number) => ScoredDoc[];
  /** Explains a {@link searcher}'s score; `indexed` is the passage's text. @throws {TypeError} as {@link searcher} */
  explainer(spec: WordSpec): (question: string, doc: number, indexed: string) => WordExplanation;
}
