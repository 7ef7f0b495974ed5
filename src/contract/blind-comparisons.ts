import type { BlindComparison, BlindList, BlindReveal } from '../domain/learning/blind-comparison';

/** Systems compared by marks on interleaved lists. Each write is done when it is on disk. */
export interface BlindComparisonStorage {
  /** Newest first. */
  all(collection: string): Promise<BlindComparison[]>;
  /** In the order in which they were shown. */
  lists(collection: string, comparison: string): Promise<BlindList[]>;
  add(collection: string, comparison: BlindComparison): Promise<void>;
  /** @param number from 0; `changed-elsewhere` where another tab has shown that list */
  addList(collection: string, comparison: string, number: number, list: BlindList): Promise<void>;
  /** `changed-elsewhere` where the list is done, as in another tab. */
  mark(
    collection: string,
    comparison: string,
    number: number,
    marked: Pick<BlindList, 'marks' | 'doneAt'>,
  ): Promise<void>;
  /** Notes the first time that the names of the systems were shown. */
  reveal(collection: string, comparison: string, revealed: BlindReveal): Promise<void>;
}
