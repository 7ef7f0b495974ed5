import { Random } from '../../statistics/random';
import { TopK } from '../top-k';
import { BestFirst } from './best-first';
import { singleProduct } from './single-product';
import type { VectorOptions } from './vector-search-spec';

/** Of the generator that draws the layers: the same vectors make the same graph. */
const SEED = 100;

/** Rows between two reports: a tenth of a second, or a little more. */
export const PROGRESS_EVERY = 100;

interface Near {
  readonly doc: number;
  /** The dot product with what was searched for. */
  readonly score: number;
}

/**
 * A hierarchical navigable small world of vectors of length 1, whose dot product has the order of distance and of
 * angle. The layer of a vector is drawn; links are chosen by the heuristic, and filled up with the nearest that it
 * leaves out, so that vectors which many others are equal to keep links.
 *
 * Malkov and Yashunin, “Efficient and robust approximate nearest neighbor search using Hierarchical Navigable Small
 * World graphs”, TPAMI 2020, algorithms 1, 2, 4 and 5.
 */
export class HnswGraph {
  /** By layer, from the lowest: of each vector that is there the number of its links, then these. */
  private readonly layers: { readonly width: number; readonly links: Map<number, Int32Array> | Int32Array }[] = [];
  private readonly seen: Uint32Array;
  private turn = 0;
  private entry = -1;

  /**
   * @param rows row-major matrix, `dimensions` wide, each row of length 1 or 0
   * @param progress called with the rows that are linked, every hundred or so
   */
  constructor(
    private readonly rows: Float32Array,
    private readonly dimensions: number,
    private readonly options: VectorOptions<'hnsw'>,
    progress: (linked: number) => void = () => undefined,
  ) {
    const count = rows.length / dimensions;
    const width = 2 * options.m + 1;
    this.layers.push({ width, links: new Int32Array(count * width) });
    this.seen = new Uint32Array(count);
    const layers = layersOf(count, options.m);
    for (let row = 0; row < count; row++) {
      if (row % PROGRESS_EVERY === 0) progress(row);
      this.insert(row, layers[row]!);
    }
  }

  get bytes(): number {
    const links = this.layers.map(({ width, links }) => ('size' in links ? links.size * width : links.length) * 4);
    return this.rows.byteLength + links.reduce((sum, bytes) => sum + bytes, 0);
  }

  /** At most `count` rows near a vector of length 1, the nearest that were met first. */
  near(query: Float32Array, count: number): number[] {
    if (this.entry < 0) return [];
    const start = this.descend(query, 0, this.top, 0);
    const held = Math.max(this.options.efSearch, count);
    return this.searchLayer(query, 0, [start], 0, held)
      .slice(0, count)
      .map(({ doc }) => doc);
  }

  private get top(): number {
    return this.layers.length - 1;
  }

  private insert(row: number, layer: number): void {
    const { rows, dimensions } = this;
    const before = this.top;
    for (let each = before + 1; each <= layer; each++)
      this.layers.push({ width: this.options.m + 1, links: new Map<number, Int32Array>() });
    for (let each = 1; each <= layer; each++)
      (this.layers[each]!.links as Map<number, Int32Array>).set(row, new Int32Array(this.options.m + 1));
    if (this.entry < 0) {
      this.entry = row;
      return;
    }
    const at = row * dimensions;
    let entries: readonly number[] = [this.descend(rows, at, before, Math.min(layer, before))];
    for (let each = Math.min(layer, before); each >= 0; each--) {
      const near = this.searchLayer(rows, at, entries, each, this.options.efConstruction);
      const chosen = this.choose(near.sort(nearestFirst(row)), this.options.m);
      this.setLinks(each, row, chosen);
      for (const { doc, score } of chosen) this.link(each, doc, { doc: row, score });
      entries = near.map(({ doc }) => doc);
    }
    if (layer > before) this.entry = row;
  }

  private descend(matrix: Float32Array, at: number, from: number, to: number): number {
    let here = this.entry;
    let score = this.score(matrix, at, here);
    for (let layer = from; layer > to; layer--) {
      for (let moved = true; moved;) {
        moved = false;
        for (const next of this.linksOf(layer, here)) {
          const other = this.score(matrix, at, next);
          if (other <= score) continue;
          [here, score, moved] = [next, other, true];
        }
      }
    }
    return here;
  }

  /** Algorithm 2: the `held` nearest that are met on a layer, the nearest first. */
  private searchLayer(
    matrix: Float32Array,
    at: number,
    entries: readonly number[],
    layer: number,
    held: number,
  ): Near[] {
    const { seen } = this;
    const turn = ++this.turn;
    const found = new TopK(held);
    const candidates = new BestFirst();
    for (const entry of entries) {
      const score = this.score(matrix, at, entry);
      seen[entry] = turn;
      found.offer(entry, score);
      candidates.push(entry, score);
    }
    while (candidates.size > 0 && candidates.best >= found.floor) {
      for (const next of this.linksOf(layer, candidates.pop())) {
        if (seen[next] === turn) continue;
        seen[next] = turn;
        const score = this.score(matrix, at, next);
        if (score <= found.floor) continue;
        found.offer(next, score);
        candidates.push(next, score);
      }
    }
    return found.drain();
  }

  /** Algorithm 4: candidates nearer to the vector than to any chosen before, then the nearest others, up to `most`. */
  private choose(candidates: readonly Near[], most: number): Near[] {
    if (candidates.length <= most) return [...candidates];
    const { rows, dimensions } = this;
    const chosen: Near[] = [];
    const left: Near[] = [];
    for (const candidate of candidates) {
      if (chosen.length === most) break;
      const isNearer = chosen.every(({ doc }) => this.score(rows, candidate.doc * dimensions, doc) < candidate.score);
      (isNearer ? chosen : left).push(candidate);
    }
    return [...chosen, ...left.slice(0, most - chosen.length)];
  }

  /** Links a vector to one more; where it has no room, all are chosen anew. */
  private link(layer: number, from: number, to: Near): void {
    const { links, start, width } = this.place(layer, from);
    const count = links[start]!;
    if (count < width - 1) {
      links[start + 1 + count] = to.doc;
      links[start] = count + 1;
      return;
    }
    const at = from * this.dimensions;
    const near = Array.from(this.linksOf(layer, from), (doc): Near => ({ doc, score: this.score(this.rows, at, doc) }));
    const ordered = [...near, to].sort(nearestFirst(from));
    this.setLinks(layer, from, this.choose(ordered, width - 1));
  }

  private setLinks(layer: number, row: number, chosen: readonly Near[]): void {
    const { links, start } = this.place(layer, row);
    links[start] = chosen.length;
    chosen.forEach(({ doc }, i) => (links[start + 1 + i] = doc));
  }

  private linksOf(layer: number, row: number): Int32Array {
    const { links, start } = this.place(layer, row);
    return links.subarray(start + 1, start + 1 + links[start]!);
  }

  private place(layer: number, row: number): { links: Int32Array; start: number; width: number } {
    const { width, links } = this.layers[layer]!;
    return links instanceof Int32Array
      ? { links, start: row * width, width }
      : { links: links.get(row)!, start: 0, width };
  }

  private score(matrix: Float32Array, at: number, row: number): number {
    return singleProduct(matrix, at, this.rows, row * this.dimensions, this.dimensions);
  }
}

/** The top layer of each of so many rows, as they are drawn. */
export function layersOf(count: number, m: number): Int32Array {
  const random = new Random(SEED);
  return Int32Array.from({ length: count }, () => layerOf(random, m));
}

/** `⌊−ln U / ln m⌋`: one of `m` vectors is on the next layer. */
function layerOf(random: Random, m: number): number {
  const words = new Uint32Array(1);
  random.fill(words);
  // Never 0, of which there is no logarithm.
  const share = (words[0]! + 1) / 2 ** 32;
  return Math.floor(-Math.log(share) / Math.log(Math.max(2, m)));
}

/**
 * The nearest first; of equal ones an order of its own for every vector. Were it the same for all, hundreds of equal
 * vectors would be linked to the same few of them, and the others would be in no one's reach.
 */
const nearestFirst =
  (row: number) =>
  (a: Near, b: Near): number =>
    b.score - a.score || mixed(a.doc, row) - mixed(b.doc, row) || a.doc - b.doc;

const mixed = (doc: number, row: number): number =>
  Math.imul(doc + 1, 0x9e3779b1 ^ Math.imul(row + 1, 0x85ebca6b)) >>> 0;
