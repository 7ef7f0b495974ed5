import type { LexicalSpec } from '../domain/spec/experiment';
import type { TimedRankings } from './rankings';

/** A lexical index in a worker. One index is open at a time; passages are positions in the order they were added. */
export interface LexicalApi {
  /** Starts an empty index. */
  create(input: { analyzer: LexicalSpec['analyzer'] }): Promise<void>;
  /** Adds passages at the next positions. */
  add(input: { texts: readonly string[] }): Promise<{ milliseconds: number }>;
  /** The open index as it will be stored; null where it is too large for one string. */
  serialise(): Promise<Blob | null>;
  /** Opens what {@link serialise} gave; false where it cannot be read, as when it was written half. */
  open(input: { index: Blob; analyzer: LexicalSpec['analyzer'] }): Promise<boolean>;
  /** The first `depth` passages for each question, ties by lower position. */
  search(input: { queries: readonly string[]; depth: number; spec: LexicalSpec }): Promise<TimedRankings>;
}
