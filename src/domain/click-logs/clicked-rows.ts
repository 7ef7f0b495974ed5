import type { ClickedRows } from '../ltr/click-gradients';
import type { FeatureMatrix } from '../ltr/matrix';
import { type ClickPairs, PAIR_POSITIONS } from './click-pairs';
import type { CountedPairs } from './enough-pairs';

/**
 * The pairs of a log among the candidates of its queries, and these candidates alone: one that is in no pair says
 * nothing. A pair of which the system found only one passage is left out.
 *
 * @param matrix its questions are queries of the log
 * @param rowOf row of a passage of the log for a query of the log, by their positions there; undefined where it is none
 */
export function clickedRows(
  matrix: FeatureMatrix,
  pairs: ClickPairs,
  rowOf: (query: number, doc: number) => number | undefined,
): { readonly matrix: FeatureMatrix; readonly pairs: ClickedRows; readonly counted: CountedPairs } {
  const found: { readonly pair: number; readonly clicked: number; readonly other: number }[] = [];
  const rows = matrix.offsets.at(-1) ?? 0;
  const used = new Uint8Array(rows);
  for (let pair = 0; pair < pairs.query.length; pair++) {
    const clicked = rowOf(pairs.query[pair]!, pairs.clicked[pair]!);
    const other = rowOf(pairs.query[pair]!, pairs.other[pair]!);
    if (clicked === undefined || other === undefined) continue;
    used[clicked] = used[other] = 1;
    found.push({ pair, clicked, other });
  }
  const { names, offsets, values } = matrix;
  const width = names.length;
  const places = new Int32Array(rows + 1);
  for (let row = 0; row < rows; row++) places[row + 1] = places[row]! + used[row]!;
  const chosen = new Float64Array(places[rows]! * width);
  for (let row = 0; row < rows; row++)
    if (used[row] === 1) chosen.set(values.subarray(row * width, (row + 1) * width), places[row]! * width);
  const ends = offsets.map((end) => places[end]!);
  return {
    matrix: { names, values: chosen, offsets: ends },
    pairs: {
      offsets: ends,
      positions: PAIR_POSITIONS,
      clicked: Int32Array.from(found, ({ clicked }) => places[clicked]!),
      other: Int32Array.from(found, ({ other }) => places[other]!),
      clickedAt: Int32Array.from(found, ({ pair }) => pairs.clickedAt[pair]! - 1),
      otherAt: Int32Array.from(found, ({ pair }) => pairs.otherAt[pair]! - 1),
      weight: Float64Array.from(found, ({ pair }) => pairs.weight[pair]!),
    },
    counted: {
      query: Int32Array.from(found, ({ pair }) => pairs.query[pair]!),
      clickedAt: Int32Array.from(found, ({ pair }) => pairs.clickedAt[pair]!),
      otherAt: Int32Array.from(found, ({ pair }) => pairs.otherAt[pair]!),
      lists: Int32Array.from(found, ({ pair }) => pairs.lists[pair]!),
    },
  };
}
