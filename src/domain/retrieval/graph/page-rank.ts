/** A directed graph in compressed sparse rows. */
export interface SparseGraph {
  /** The edges of node `i` are `offsets[i] … offsets[i + 1]`; one entry more than there are nodes. */
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
  /** From 0; only their shares among the edges of a node count. */
  readonly weights: Float64Array;
}

export interface PageRankOptions {
  /** d, from 0 to below 1: how probable it is to go on along an edge rather than to jump back. */
  readonly damping: number;
  /** How far all scores together (their absolute differences, summed) may be from the exact ones. */
  readonly tolerance: number;
}

export interface PageRankResult {
  /** Of each node; they add up to 1. */
  readonly scores: Float64Array;
  readonly iterations: number;
}

/**
 * Personalised PageRank (Page, Brin, Motwani and Winograd 1999; Haveliwala, WWW 2002): where a walk is found that jumps
 * to a node of `v` with probability 1 − d, and else follows an edge in proportion to its weight:
 *
 *     p = (1 − d) v + d (Pᵀ p + p(dangling) v)
 *
 * From a dangling node (no edge, or weights of 0 only) the next step is a jump to `v`, not to all nodes alike, which
 * would give scores to what has nothing to do with `v`. Each power iteration shrinks the error of p by the factor d:
 * after the last it is at most `change · d / (1 − d)`.
 */
export class PageRank {
  private readonly nodeCount: number;
  /** Of each edge, its share among those of its node. */
  private readonly shares: Float64Array;
  private readonly dangling: Uint32Array;

  /** @throws {RangeError} for a weight that is below 0 or not finite, and for an edge to no node */
  constructor(private readonly graph: SparseGraph) {
    const { offsets, targets, weights } = graph;
    this.nodeCount = offsets.length - 1;
    if (weights.some((weight) => !(weight >= 0 && weight < Infinity))) throw new RangeError('an edge has no weight');
    if (targets.some((target) => target >= this.nodeCount)) throw new RangeError('an edge leads to no node');
    this.shares = new Float64Array(weights.length);
    const dangling: number[] = [];
    for (let node = 0; node < this.nodeCount; node++) {
      let sum = 0;
      for (let at = offsets[node]!; at < offsets[node + 1]!; at++) sum += weights[at]!;
      if (sum === 0) dangling.push(node);
      else for (let at = offsets[node]!; at < offsets[node + 1]!; at++) this.shares[at] = weights[at]! / sum;
    }
    this.dangling = Uint32Array.from(dangling);
  }

  /**
   * @param personalisation v, a weight from 0 for each node; only their shares count
   * @throws {RangeError} for weights of which none is above 0, or one below, and for options out of range
   */
  rank(personalisation: Float64Array, { damping, tolerance }: PageRankOptions): PageRankResult {
    if (!(damping >= 0 && damping < 1)) throw new RangeError(`the damping is ${damping}, and not from 0 to below 1`);
    if (!(tolerance > 0)) throw new RangeError(`the tolerance is ${tolerance}, and not above 0`);
    const v = this.distribution(personalisation);
    // A change is at most 2, and d times the one before; the bound ends what rounding keeps from the tolerance.
    const most = damping === 0 ? 1 : Math.ceil(Math.log((tolerance * (1 - damping)) / 2) / Math.log(damping)) + 1;
    let scores = v.slice();
    let next = new Float64Array(this.nodeCount);
    let iterations = 0;
    for (let change = Infinity; iterations < most && (change * damping) / (1 - damping) > tolerance; iterations++) {
      this.step(scores, next, v, damping);
      change = 0;
      for (let node = 0; node < next.length; node++) change += Math.abs(next[node]! - scores[node]!);
      [scores, next] = [next, scores];
    }
    return { scores, iterations };
  }

  private step(from: Float64Array, to: Float64Array, v: Float64Array, damping: number): void {
    const { offsets, targets } = this.graph;
    const { shares } = this;
    let jumping = 1 - damping;
    for (const node of this.dangling) jumping += damping * from[node]!;
    for (let node = 0; node < to.length; node++) to[node] = jumping * v[node]!;
    for (let node = 0; node < from.length; node++) {
      const going = damping * from[node]!;
      if (going === 0) continue;
      const end = offsets[node + 1]!;
      for (let at = offsets[node]!; at < end; at++) to[targets[at]!]! += going * shares[at]!;
    }
  }

  private distribution(weights: Float64Array): Float64Array {
    const sum = weights.reduce((total, weight) => total + weight, 0);
    if (weights.length !== this.nodeCount || !(sum > 0 && sum < Infinity) || weights.some((weight) => weight < 0))
      throw new RangeError('there is nothing to jump to: each node needs a weight from 0, and one a weight above 0');
    return weights.map((weight) => weight / sum);
  }
}
