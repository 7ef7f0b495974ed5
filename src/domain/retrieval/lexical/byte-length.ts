/** Up to here every length has a byte of its own: a float of four significant bits begins at 24 and is exact for 15 more. */
const EXACT_TO = 39;
const FLOAT_FROM = 24;
const SIGNIFICANT_BITS = 4;

/**
 * A document's length in tokens as Lucene reads it back from the one byte in which it keeps it: exact up to 39; above,
 * length − 24 is cut to its four leading bits, so that at most an eighth of it is lost. 100 becomes 96, 1,000 becomes 984.
 *
 * `SmallFloat.intToByte4` and `byte4ToInt` of Lucene; pg_textsearch has the same table.
 */
export function byteLength(length: number): number {
  if (length <= EXACT_TO) return length;
  const above = length - FLOAT_FROM;
  const cut = 2 ** (Math.floor(Math.log2(above)) + 1 - SIGNIFICANT_BITS);
  return FLOAT_FROM + Math.floor(above / cut) * cut;
}
