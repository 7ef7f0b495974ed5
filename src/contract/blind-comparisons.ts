import type { BlindSession, SessionList } from '../domain/learning/blind-session';
import type { BlindReveal, KeptSystem } from '../domain/learning/session-record';

/**
 * Sessions in which lists are marked blind: systems compared on interleaved lists, and weights learned on drawn ones. Each
 * write is done when it is on disk.
 */
export interface BlindComparisonStorage {
  /** Newest first. */
  all(collection: string): Promise<BlindSession[]>;
  /** In the order in which they were shown. */
  lists(collection: string, session: string): Promise<SessionList[]>;
  add(collection: string, session: BlindSession): Promise<void>;
  /** @param number from 0; `changed-elsewhere` where another tab has shown that list */
  addList(collection: string, session: string, number: number, list: SessionList): Promise<void>;
  /** `changed-elsewhere` where the list is done, as in another tab. */
  mark(
    collection: string,
    session: string,
    number: number,
    marked: Pick<SessionList, 'marks' | 'doneAt'>,
  ): Promise<void>;
  /** Notes the first time that the names of the systems were shown. */
  reveal(collection: string, session: string, revealed: BlindReveal): Promise<void>;
  /** Notes a system that is taken into the new run, after those before. */
  keep(collection: string, session: string, kept: KeptSystem): Promise<void>;
}
