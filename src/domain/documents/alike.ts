import type { Span } from '../../base/types';

/** The part of a text that is most like another text, and how many edits apart the two are. */
export interface Alike extends Span {
  readonly distance: number;
}

/**
 * The part of a text that the fewest edits (insert, delete or replace, in UTF-16 units) turn into a pattern: Sellers
 * 1980, with columns cut off beyond `most` (Ukkonen 1985), in about `text.length × most` steps.
 *
 * @returns null where more than `most` edits are needed; of several such parts the first
 */
export function mostAlike(pattern: string, text: string, most: number): Alike | null {
  const height = pattern.length;
  // A column: the edits that each beginning of the pattern is away, and where in the text that match begins.
  const distances = Int32Array.from({ length: height + 1 }, (_, row) => row);
  const starts = new Int32Array(height + 1);
  let best: Alike | null = null;
  /** The last row within `most`. */
  let last = Math.min(most, height);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    let [diagonal, diagonalStart] = [distances[0]!, starts[0]!];
    starts[0] = at + 1;
    const end = Math.min(last + 1, height);
    for (let row = 1; row <= end; row++) {
      // A row that the column before did not reach stands for `beyond most`.
      const [left, leftStart] = [row > last ? most + 1 : distances[row]!, starts[row]!];
      let [distance, start] = [diagonal + (pattern.charCodeAt(row - 1) === code ? 0 : 1), diagonalStart];
      if (left + 1 < distance) [distance, start] = [left + 1, leftStart];
      if (distances[row - 1]! + 1 < distance) [distance, start] = [distances[row - 1]! + 1, starts[row - 1]!];
      [diagonal, diagonalStart] = [left, leftStart];
      distances[row] = distance;
      starts[row] = start;
    }
    last = end;
    while (last > 0 && distances[last]! > most) last--;
    if (last === height && distances[height]! < (best?.distance ?? most + 1))
      best = { start: starts[height]!, end: at + 1, distance: distances[height]! };
  }
  return best;
}
