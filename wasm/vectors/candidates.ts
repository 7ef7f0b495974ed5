/**
 * Rows that may be among the best of a question. What is kept of a question is a head of 16 bytes and a list of keys of
 * 8 bytes: the score in the upper half, so that keys sort as scores do, and the row in the lower one, with all bits
 * turned, so that of equal scores the lower row has the higher key. No two keys are equal.
 */

/** Offsets in the head: what a score must reach, by how much less is kept than the last of the best, keys, and whether there were too many. */
const FLOOR: usize = 0;
const ROOM: usize = 4;
const COUNT: usize = 8;
const TOO_MANY: usize = 12;
const KEYS: usize = 16;

/** Bytes of what is kept of a question. */
export function heldBytes(capacity: i32): i32 {
  return (KEYS as i32) + (capacity << 3);
}

export function floorOf(held: usize): f32 {
  return load<f32>(held, FLOOR);
}

export function wholeFloorOf(held: usize): i32 {
  return load<i32>(held, FLOOR);
}

/** Whole numbers that sort as the bits of single-precision numbers do, and back. */
function turned(bits: i32): i32 {
  return bits ^ ((bits >> 31) & 0x7fffffff);
}

/** Keeps a row whose estimate is the floor or more. Of too many within the room nothing more is kept. */
export function offer(held: usize, row: i32, score: f32, best: i32, capacity: i32): void {
  if (load<i32>(held, TOO_MANY) != 0) return;
  push(held, row, turned(reinterpret<i32>(score)));
  if (load<i32>(held, COUNT) < capacity) return;
  thin(held, best);
  if (load<i32>(held, COUNT) <= capacity - (capacity >> 2)) return;
  store<i32>(held, 1, TOO_MANY);
  store<f32>(held, Infinity as f32, FLOOR);
}

/** Keeps a row whose sum is more than the floor. */
export function offerWhole(held: usize, row: i32, sum: i32, best: i32, capacity: i32): void {
  push(held, row, sum);
  if (load<i32>(held, COUNT) == capacity) thinWhole(held, best);
}

function push(held: usize, row: i32, high: i32): void {
  const count = load<i32>(held, COUNT);
  store<i64>(held + KEYS + ((count as usize) << 3), ((high as i64) << 32) | (~row as u32 as i64));
  store<i32>(held, count + 1, COUNT);
}

/** Lets go of all that is further below the last of the best than the room, and raises the floor to there. */
export function thin(held: usize, best: i32): void {
  const count = load<i32>(held, COUNT);
  if (count <= best) return;
  const keys = held + KEYS;
  const last = select(keys, count, best);
  const floor = reinterpret<f32>(turned((last >> 32) as i32)) - load<f32>(held, ROOM);
  store<f32>(held, floor, FLOOR);
  let kept = best;
  for (let i = best; i < count; i++) {
    const key = load<i64>(keys + ((i as usize) << 3));
    if (reinterpret<f32>(turned((key >> 32) as i32)) < floor) continue;
    store<i64>(keys + ((kept as usize) << 3), key);
    kept++;
  }
  store<i32>(held, kept, COUNT);
}

/** Lets go of all but the best. */
export function thinWhole(held: usize, best: i32): void {
  if (load<i32>(held, COUNT) < best) return;
  const last = select(held + KEYS, load<i32>(held, COUNT), best);
  store<i32>(held, best, COUNT);
  store<i32>(held, (last >> 32) as i32, FLOOR);
}

/** Puts the highest `best` of the keys in front, and returns the least of them. `best` is from 1 to `count`. */
function select(keys: usize, count: i32, best: i32): i64 {
  let low = 0;
  let high = count - 1;
  const wanted = best - 1;
  while (low < high) {
    const pivot = middleOf(at(keys, low), at(keys, (low + high) >> 1), at(keys, high));
    let i = low;
    let j = high;
    while (i <= j) {
      while (at(keys, i) > pivot) i++;
      while (at(keys, j) < pivot) j--;
      if (i > j) break;
      const key = at(keys, i);
      store<i64>(keys + ((i as usize) << 3), at(keys, j));
      store<i64>(keys + ((j as usize) << 3), key);
      i++;
      j--;
    }
    if (wanted <= j) high = j;
    else if (wanted >= i) low = i;
    else break;
  }
  return at(keys, wanted);
}

function at(keys: usize, i: i32): i64 {
  return load<i64>(keys + ((i as usize) << 3));
}

function middleOf(a: i64, b: i64, c: i64): i64 {
  if (a < b) return b < c ? b : a < c ? c : a;
  return a < c ? a : b < c ? c : b;
}
