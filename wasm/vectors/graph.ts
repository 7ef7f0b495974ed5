import { offerBest, popFirst, pushFirst, put, rowAt, scoreAt, sort } from './heaps';
import { product, products } from './single';

/**
 * The graph of `HnswGraph` in TypeScript, link by link the same: algorithms 1, 2, 4 and 5 of Malkov and Yashunin, “Efficient
 * and robust approximate nearest neighbor search using Hierarchical Navigable Small World graphs”, TPAMI 2020. Scores are the
 * same products in single precision, so that the same candidates are taken.
 */

let matrix: usize = 0;
let width: usize = 0;
let most: i32 = 0;
let construction: i32 = 0;

/** Of each row its top layer, where its links above the lowest layer are (4 bytes each), and when it was seen last. */
let layers: usize = 0;
let places: usize = 0;
let seen: usize = 0;
/** Links of the lowest layer and of those above it: their number, then these. */
let lowest: usize = 0;
let upper: usize = 0;

let turn: u32 = 0;
let entry: i32 = -1;
let top: i32 = -1;

/** What is searched for. */
let asked: usize = 0;
/** Of a search: the best that were met, and those that are to be followed. */
let foundRows: usize = 0;
let foundScores: usize = 0;
let found: i32 = 0;
let nextRows: usize = 0;
let nextScores: usize = 0;
/** Of a choice of links: chosen, left, and candidates of a row that has no more room. */
let chosenRows: usize = 0;
let chosenScores: usize = 0;
let leftRows: usize = 0;
let leftScores: usize = 0;
let nearRows: usize = 0;
let nearScores: usize = 0;
/** Of the links of a row: those that were not seen yet. */
let freshRows: usize = 0;
let freshScores: usize = 0;

/**
 * Begins a graph without rows.
 *
 * @param rows row-major matrix of `count` rows of length 1 or 0
 * @param layerOf the top layer of each row, and `placeOf` its first link above the lowest layer
 * @param links zeros: `2 m + 1` numbers a row, and `above`, `m + 1` a row and layer
 * @param times `count` zeros
 * @param work scores and rows: of `count`, and four times of the largest of efConstruction and 2 m, and eight
 */
export function openGraph(
  rows: usize,
  count: i32,
  columns: i32,
  m: i32,
  efConstruction: i32,
  layerOf: usize,
  placeOf: usize,
  links: usize,
  above: usize,
  times: usize,
  work: usize,
): void {
  matrix = rows;
  width = (columns as usize) << 2;
  most = m;
  construction = efConstruction;
  layers = layerOf;
  places = placeOf;
  lowest = links;
  upper = above;
  seen = times;
  turn = 0;
  entry = -1;
  top = -1;
  const few = ((max(efConstruction, 2 * m) + 8) as usize) << 2;
  nextScores = work;
  nextRows = nextScores + ((count as usize) << 2);
  chosenScores = nextRows + ((count as usize) << 2);
  chosenRows = chosenScores + few;
  leftScores = chosenRows + few;
  leftRows = leftScores + few;
  nearScores = leftRows + few;
  nearRows = nearScores + few;
  freshScores = nearRows + few;
  freshRows = freshScores + few;
}

/** Where the best that a search meets are written, best first: rows, and their scores. */
export function holdFound(rows: usize, scores: usize): void {
  foundRows = rows;
  foundScores = scores;
}

/** Links the rows from `first` on, up to `end`. */
export function link(first: i32, end: i32): void {
  for (let row = first; row < end; row++) insert(row, rowAt(layers, row));
}

/** Searches for a vector of length 1, holding so many. @returns how many were met, which are sorted */
export function near(query: usize, held: i32): i32 {
  if (entry < 0) return 0;
  asked = query;
  const start = descend(top, 0);
  put(foundRows, foundScores, 0, start, 0);
  searchLayer(1, 0, held);
  sort(foundRows, foundScores, found, -1);
  return found;
}

function insert(row: i32, layer: i32): void {
  const before = top;
  if (layer > top) top = layer;
  if (entry < 0) {
    entry = row;
    return;
  }
  asked = matrix + (row as usize) * width;
  const from = min(layer, before);
  put(foundRows, foundScores, 0, descend(before, from), 0);
  let entries = 1;
  for (let each = from; each >= 0; each--) {
    searchLayer(entries, each, construction);
    sort(foundRows, foundScores, found, row);
    const count = choose(foundRows, foundScores, found, most);
    setLinks(each, row, count);
    // Linking others chooses for them: what was chosen here is read from the links.
    const links = linksOf(each, row);
    for (let i = 0; i < count; i++) {
      const doc = rowAt(links + 4, i);
      linkTo(each, doc, row, scoreOfChosen(doc));
    }
    entries = found;
  }
  if (layer > before) entry = row;
}

/** The score with which a row was found. */
function scoreOfChosen(doc: i32): f32 {
  for (let i = 0; i < found; i++) if (rowAt(foundRows, i) == doc) return scoreAt(foundScores, i);
  return 0;
}

function descend(from: i32, to: i32): i32 {
  let here = entry;
  let score = scoreOf(here);
  for (let layer = from; layer > to; layer--) {
    for (let moved = true; moved;) {
      moved = false;
      const links = linksOf(layer, here);
      const count = load<i32>(links);
      products(asked, matrix, width, links + 4, count, freshScores);
      for (let i = 0; i < count; i++) {
        const other = scoreAt(freshScores, i);
        if (other <= score) continue;
        here = rowAt(links + 4, i);
        score = other;
        moved = true;
      }
    }
  }
  return here;
}

/** Algorithm 2, from the first `entries` rows that were found; what is found is a heap then. */
function searchLayer(entries: i32, layer: i32, held: i32): void {
  turn++;
  let following = 0;
  for (let i = 0; i < entries; i++) put(nearestRows(), nearestScores(), i, rowAt(foundRows, i), 0);
  found = 0;
  for (let i = 0; i < entries; i++) {
    const row = rowAt(nearestRows(), i);
    const score = scoreOf(row);
    store<u32>(seen + ((row as usize) << 2), turn);
    found = offerBest(foundRows, foundScores, found, held, row, score);
    pushFirst(nextRows, nextScores, following++, row, score);
  }
  while (following > 0 && (found < held || scoreAt(nextScores, 0) >= scoreAt(foundScores, 0))) {
    const links = linksOf(layer, popFirst(nextRows, nextScores, following--));
    const count = load<i32>(links);
    let fresh = 0;
    for (let i = 0; i < count; i++) {
      const next = rowAt(links + 4, i);
      const time = seen + ((next as usize) << 2);
      if (load<u32>(time) == turn) continue;
      store<u32>(time, turn);
      store<i32>(freshRows + ((fresh++ as usize) << 2), next);
    }
    products(asked, matrix, width, freshRows, fresh, freshScores);
    for (let i = 0; i < fresh; i++) {
      const next = rowAt(freshRows, i);
      const score = scoreAt(freshScores, i);
      if (found == held && score <= scoreAt(foundScores, 0)) continue;
      found = offerBest(foundRows, foundScores, found, held, next, score);
      pushFirst(nextRows, nextScores, following++, next, score);
    }
  }
}

/** Entries are copied before what was found is written over. */
function nearestRows(): usize {
  return leftRows;
}

function nearestScores(): usize {
  return leftScores;
}

/** Algorithm 4: candidates nearer to the row than to any chosen before, then the nearest others; returns how many. */
function choose(rows: usize, scores: usize, count: i32, size: i32): i32 {
  let chosen = 0;
  if (count <= size) {
    for (; chosen < count; chosen++)
      put(chosenRows, chosenScores, chosen, rowAt(rows, chosen), scoreAt(scores, chosen));
    return chosen;
  }
  let left = 0;
  for (let i = 0; i < count && chosen < size; i++) {
    const row = rowAt(rows, i);
    const score = scoreAt(scores, i);
    const at = matrix + (row as usize) * width;
    let isNearer = true;
    for (let j = 0; j < chosen; j++)
      if (!(product(at, matrix + (rowAt(chosenRows, j) as usize) * width, width) < score)) {
        isNearer = false;
        break;
      }
    if (isNearer) put(chosenRows, chosenScores, chosen++, row, score);
    else put(leftRows, leftScores, left++, row, score);
  }
  for (let i = 0; i < left && chosen < size; i++)
    put(chosenRows, chosenScores, chosen++, rowAt(leftRows, i), scoreAt(leftScores, i));
  return chosen;
}

/** Links a row to one more; where it has no room, all are chosen anew. */
function linkTo(layer: i32, from: i32, to: i32, score: f32): void {
  const links = linksOf(layer, from);
  const count = load<i32>(links);
  const room = layer == 0 ? 2 * most : most;
  if (count < room) {
    store<i32>(links + 4 + ((count as usize) << 2), to);
    store<i32>(links, count + 1);
    return;
  }
  memory.copy(nearRows, links + 4, (count as usize) << 2);
  products(matrix + (from as usize) * width, matrix, width, nearRows, count, nearScores);
  put(nearRows, nearScores, count, to, score);
  sort(nearRows, nearScores, count + 1, from);
  setLinks(layer, from, choose(nearRows, nearScores, count + 1, room));
}

function setLinks(layer: i32, row: i32, count: i32): void {
  const links = linksOf(layer, row);
  store<i32>(links, count);
  memory.copy(links + 4, chosenRows, (count as usize) << 2);
}

function linksOf(layer: i32, row: i32): usize {
  if (layer == 0) return lowest + (((row * (2 * most + 1)) as usize) << 2);
  return upper + (((rowAt(places, row) + (layer - 1) * (most + 1)) as usize) << 2);
}

function scoreOf(row: i32): f32 {
  return product(asked, matrix + (row as usize) * width, width);
}
