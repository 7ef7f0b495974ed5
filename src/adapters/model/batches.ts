/** Tokens that are read together, filling included: memory grows with them. A long passage has up to 32 rows of 512. */
const TOKENS = 4_096;

type Fits = (rows: readonly { readonly ids: ArrayLike<number> }[], at: number) => number;

/**
 * How many rows from one on are read together, of some that stand by length, the longest first: the first of those that are
 * left, and others that have at least this share of its tokens.
 */
const alike =
  (share: number): Fits =>
  (rows, at) => {
    const longest = rows[at]!.ids.length;
    const most = Math.min(rows.length - at, Math.max(1, Math.floor(TOKENS / Math.max(1, longest))));
    let count = 1;
    while (count < most && rows[at + count]!.ids.length >= share * longest) count++;
    return count;
  };

/** What is filled up is at most a fifth of a row. */
export const nearlyAsLong = alike(0.8);
export const asLong = alike(1);
/** Of any length, where there is no filling. */
export const ofAnyLength = alike(0);
export const alone: Fits = () => 1;
