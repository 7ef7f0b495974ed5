/** Below this length a run is sorted by insertion, which is faster than merging there. */
const INSERTION = 12;

/** A merge sort of plain numbers: a comparator for `sort` is slow for a thousand pools. @param positions else all */
export function bestFirst(scores: Float64Array, positions: Int32Array = upTo(scores.length)): Int32Array<ArrayBuffer> {
  const { length } = positions;
  let from = new Int32Array(positions);
  let to = new Int32Array(length);
  for (let start = 0; start < length; start += INSERTION)
    insertionSort(scores, from, start, Math.min(start + INSERTION, length));
  for (let width = INSERTION; width < length; width *= 2) {
    for (let start = 0; start < length; start += 2 * width)
      merge(scores, from, to, start, Math.min(start + width, length), Math.min(start + 2 * width, length));
    [from, to] = [to, from];
  }
  return from;
}

function upTo(length: number): Int32Array {
  const positions = new Int32Array(length);
  for (let i = 0; i < length; i++) positions[i] = i;
  return positions;
}

function insertionSort(scores: Float64Array, order: Int32Array, start: number, end: number): void {
  for (let i = start + 1; i < end; i++) {
    const position = order[i]!;
    const score = scores[position]!;
    let at = i;
    for (; at > start && scores[order[at - 1]!]! < score; at--) order[at] = order[at - 1]!;
    order[at] = position;
  }
}

function merge(scores: Float64Array, from: Int32Array, to: Int32Array, start: number, middle: number, end: number) {
  let left = start;
  let right = middle;
  for (let at = start; at < end; at++) {
    const takeLeft = right >= end || (left < middle && scores[from[left]!]! >= scores[from[right]!]!);
    to[at] = takeLeft ? from[left++]! : from[right++]!;
  }
}
