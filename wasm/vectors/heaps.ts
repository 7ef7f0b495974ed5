/** Lists of scored rows: a score in single precision and a row, 4 bytes each, in an area of its own each. */

export function rowAt(rows: usize, i: i32): i32 {
  return load<i32>(rows + ((i as usize) << 2));
}

export function scoreAt(scores: usize, i: i32): f32 {
  return load<f32>(scores + ((i as usize) << 2));
}

export function put(rows: usize, scores: usize, i: i32, row: i32, score: f32): void {
  store<i32>(rows + ((i as usize) << 2), row);
  store<f32>(scores + ((i as usize) << 2), score);
}

/** The order in which of two rows one is the better: by score, then by the lower row. */
function isWorse(a: i32, aScore: f32, b: i32, bScore: f32): bool {
  return aScore < bScore || (aScore == bScore && a > b);
}

/**
 * `TopK` of TypeScript: the best `size` of what is offered, the worst of them on top. Returns how many are kept.
 */
export function offerBest(rows: usize, scores: usize, count: i32, size: i32, row: i32, score: f32): i32 {
  if (count < size) {
    let at = count;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isWorse(row, score, rowAt(rows, parent), scoreAt(scores, parent))) break;
      put(rows, scores, at, rowAt(rows, parent), scoreAt(scores, parent));
      at = parent;
    }
    put(rows, scores, at, row, score);
    return count + 1;
  }
  if (size > 0 && isWorse(rowAt(rows, 0), scoreAt(scores, 0), row, score)) sinkBest(rows, scores, count, row, score);
  return count;
}

/** Puts a row in the place of the top. */
function sinkBest(rows: usize, scores: usize, count: i32, row: i32, score: f32): void {
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= count) break;
    const right = child + 1;
    if (
      right < count &&
      isWorse(rowAt(rows, right), scoreAt(scores, right), rowAt(rows, child), scoreAt(scores, child))
    )
      child = right;
    if (!isWorse(rowAt(rows, child), scoreAt(scores, child), row, score)) break;
    put(rows, scores, at, rowAt(rows, child), scoreAt(scores, child));
    at = child;
  }
  put(rows, scores, at, row, score);
}

/** `BestFirst` of TypeScript, step by step: which of equal scores is taken first follows from how it is kept. */
export function pushFirst(rows: usize, scores: usize, count: i32, row: i32, score: f32): void {
  let at = count;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (scoreAt(scores, parent) >= score) break;
    put(rows, scores, at, rowAt(rows, parent), scoreAt(scores, parent));
    at = parent;
  }
  put(rows, scores, at, row, score);
}

/** Takes the row with the highest score out of `count`, of which there is one at least. */
export function popFirst(rows: usize, scores: usize, count: i32): i32 {
  const top = rowAt(rows, 0);
  const size = count - 1;
  const row = rowAt(rows, size);
  const score = scoreAt(scores, size);
  if (size == 0) return top;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= size) break;
    if (child + 1 < size && scoreAt(scores, child + 1) > scoreAt(scores, child)) child++;
    if (scoreAt(scores, child) <= score) break;
    put(rows, scores, at, rowAt(rows, child), scoreAt(scores, child));
    at = child;
  }
  put(rows, scores, at, row, score);
  return top;
}

/**
 * Sorts by score, the best first; of equal ones by the lower row, or, for a row (not −1) that is to be linked, in an order
 * of its own.
 */
export function sort(rows: usize, scores: usize, count: i32, linked: i32): void {
  for (let i = (count >> 1) - 1; i >= 0; i--) sink(rows, scores, i, count, linked);
  for (let end = count - 1; end > 0; end--) {
    const row = rowAt(rows, 0);
    const score = scoreAt(scores, 0);
    put(rows, scores, 0, rowAt(rows, end), scoreAt(scores, end));
    put(rows, scores, end, row, score);
    sink(rows, scores, 0, end, linked);
  }
}

function sink(rows: usize, scores: usize, from: i32, count: i32, linked: i32): void {
  const row = rowAt(rows, from);
  const score = scoreAt(scores, from);
  let at = from;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= count) break;
    const right = child + 1;
    if (
      right < count &&
      isLater(rowAt(rows, right), scoreAt(scores, right), rowAt(rows, child), scoreAt(scores, child), linked)
    )
      child = right;
    if (!isLater(rowAt(rows, child), scoreAt(scores, child), row, score, linked)) break;
    put(rows, scores, at, rowAt(rows, child), scoreAt(scores, child));
    at = child;
  }
  put(rows, scores, at, row, score);
}

function isLater(a: i32, aScore: f32, b: i32, bScore: f32, linked: i32): bool {
  if (aScore != bScore) return aScore < bScore;
  if (linked < 0) return a > b;
  const one = mixed(a, linked);
  const other = mixed(b, linked);
  return one != other ? one > other : a > b;
}

function mixed(doc: i32, row: i32): u32 {
  return ((doc + 1) * (0x9e3779b1 ^ ((row + 1) * 0x85ebca6b))) as u32;
}
