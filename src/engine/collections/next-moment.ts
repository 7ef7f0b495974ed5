/**
 * A time to keep something at that is after all that is kept already: the clock may not have moved since, and what was added
 * together stands at times one after the other.
 *
 * @returns milliseconds since 1970
 */
export const momentAfter = (kept: readonly { readonly addedAt: number }[]): number =>
  kept.reduce((latest, { addedAt }) => Math.max(latest, addedAt + 1), Date.now());
