import type { DocId, QueryId, Span } from '../../base/types';

/**
 * One act of judging by hand. Acts are kept one after the other, each before the next passage is shown, and none is ever
 * changed: what is judged is what the last act on a place says.
 */
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

/** The round that makes judgments. */
export const FIRST_ROUND = 1;
