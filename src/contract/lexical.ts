import type { LexicalSpec } from '../domain/spec/experiment';
import type { TimedRankings } from './rankings';

/** A lexical index in a worker. One index is open at a time; passages are positions in the order they were added. */
export interface LexicalApi {
  /** Starts an empty index. */
  create(input: { analyzer: LexicalSpec['analyzer'] }): Promise<void>;
  /** Adds passages at the next positions. */
  add(input: { texts: readonly string[] }): Promise<{ milliseconds: number }>;
  /** The open index as it will be stored. */
  serialise(): Promise<Blob>;
  /** Opens what {@link serialise} gave. */
  open(input: { index: Blob; analyzer: LexicalSpec['analyzer'] }): Promise<void>;
  /** The first `depth` passages for each question, ties by lower position. */
  search(input: { queries: readonly string[]; depth: number; spec: LexicalSpec }): Promise<TimedRankings>;
}
