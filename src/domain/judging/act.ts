import type { DocId, QueryId, Span } from '../../base/types';

/** A manual judgment, stored before the next passage is shown and never changed: the last act on a place decides. */
export interface JudgingAct {
  readonly query: QueryId;
  readonly doc: DocId;
  /** The part that was judged; the whole document where null. */
  readonly span: Span | null;
  /** Null takes the judgment back. */
  readonly grade: number | null;
  /** 1 is the judging that counts; 2 and more judge again, blind, to measure agreement, and change no judgment. */
  readonly round: number;
  /** Empty where there is none. */
  readonly note: string;
  /** Time that the passage was looked at, in milliseconds; 0 where it was judged with others by one key. */
  readonly milliseconds: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export const FIRST_ROUND = 1;
