import type { TimedRankings } from '../../../contract/workers';
import type { StageId } from '../../../contract/result';
import type { StageContext } from '../stage-context';
import type { BlockFidelity } from './vector-fidelity';

/** What was found, and how near that is to exact search, where that is told. */
export interface Found extends TimedRankings {
  readonly fidelity?: BlockFidelity | null;
}

/** A retriever that has been made ready: its index is open. */
export interface Searcher {
  readonly indexMilliseconds: number;
  /** Passages of which the retriever saw only the beginning. */
  readonly truncatedPassages: number;
  search(queries: readonly string[], depth: number): Promise<Found>;
}

/** How a kind of retriever is made ready. */
export interface Retriever {
  readonly searchStage: StageId;
  /** The stages that {@link open} goes through, with the number of items each would handle. */
  readonly indexStages: (environment: StageContext) => readonly [StageId, number][];
  readonly open: (environment: StageContext) => Promise<Searcher>;
}
