import { tally } from '../../../base/containers';
import { type ScoredDoc, TopK } from '../top-k';

export interface SparseGraph {
  /** The edges of node `i` are `offsets[i] … offsets[i + 1]`; one entry more than there are nodes. */
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
  /** From 0; only their shares among the edges of a node count. */
  readonly weights: Float64Array;
}

interface PageRankOptions {
  /** d, from 0 to below 1: how probable it is to go on along an edge rather than to jump back. */
  readonly damping: number;
  /** How far all scores together (their absolute differences, summed) may be from the exact ones. */
  readonly tolerance: number;
}

/**
 * Personalised PageRank (Page et al. 1999; Haveliwala, WWW 2002): p = (1 − d) v + d (Pᵀ p + p(dangling) v). A dangling
 * node jumps to `v`, not to all nodes. The error at the end is at most `change · d / (1 − d)`.
 */
export class PageRank {
  private readonly nodeCount: number;
  private readonly shares: Float64Array;
  private readonly dangling: Uint32Array;

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

  /** @throws {RangeError} for weights of which none is above 0, or one below, and options out of range */
  rank(personalisation: Float64Array, { damping, tolerance }: PageRankOptions) {
    if (!(damping >= 0 && damping < 1)) throw new RangeError(`the damping is ${damping}, and not from 0 to below 1`);
    if (!(tolerance > 0)) throw new RangeError(`the tolerance is ${tolerance}, and not above 0`);
    const v = this.distribution(personalisation);
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

/** The distinct terms of each passage, with what they weigh in it (tf·idf, say). Terms are numbers from 0. */
export interface PassageTerms {
  /** The terms of passage `i` are `offsets[i] … offsets[i + 1]`; one entry more than there are passages. */
  readonly offsets: Uint32Array;
  readonly terms: Uint32Array;
  readonly weights: Float64Array;
}

interface TermGraphOptions {
  /** Of each passage, the terms that weigh most. */
  readonly termsPerPassage: number;
  /** Terms in more than this share of passages link everything with everything, and are dropped. Two may always share one. */
  readonly mostPassages: number;
}

export const DEFAULT_TERM_GRAPH: TermGraphOptions = { termsPerPassage: 20, mostPassages: 0.1 };

/** The damping is HippoRAG's (Gutiérrez et al., NeurIPS 2024); the tolerance is below the differences between scores. */
export const DEFAULT_WALK: PageRankOptions = { damping: 0.5, tolerance: 1e-9 };

/** Passages and shared terms; personalised PageRank from the question's terms ranks also those without any of them. */
export class TermGraph {
  readonly passageCount: number;
  readonly termCount: number;
  readonly edgeCount: number;
  private readonly walk: PageRank;
  private readonly nodes: Uint32Array;

  /** Common terms are dropped first. @throws {RangeError} for a weight not above 0, and options out of range */
  constructor(passages: PassageTerms, options: TermGraphOptions = DEFAULT_TERM_GRAPH) {
    const links = salientTerms(passages, options);
    this.passageCount = links.length;
    this.nodes = new Uint32Array(passages.terms.reduce((most, term) => Math.max(most, term + 1), 0));
    let node = this.passageCount;
    for (const terms of links) for (const { term } of terms) if (this.nodes[term] === 0) this.nodes[term] = node++;
    this.termCount = node - this.passageCount;
    this.edgeCount = links.reduce((sum, terms) => sum + terms.length, 0);
    this.walk = new PageRank(this.bipartite(links));
  }

  /**
   * Passages that a walk from the question's terms reaches, best first, ties by lower position. Scores are
   * probabilities of sum below 1, since walks are also at terms. @throws {RangeError} for options out of range
   */
  search(
    question: Iterable<readonly [term: number, weight: number]>,
    depth: number,
    options = DEFAULT_WALK,
  ): ScoredDoc[] {
    const start = new Float64Array(this.passageCount + this.termCount);
    let some = false;
    for (const [term, weight] of question) {
      const node = this.nodes[term] ?? 0;
      if (node === 0 || !(weight > 0)) continue;
      start[node]! += weight;
      some = true;
    }
    if (!some) return [];
    const { scores } = this.walk.rank(start, options);
    const heap = new TopK(Math.min(depth, this.passageCount));
    for (let passage = 0; passage < this.passageCount; passage++)
      if (scores[passage]! > 0) heap.offer(passage, scores[passage]!);
    return heap.drain();
  }

  private bipartite(links: readonly (readonly Link[])[]) {
    const offsets = new Uint32Array(this.passageCount + this.termCount + 1);
    links.forEach((terms, passage) => {
      offsets[passage + 1] = terms.length;
      for (const { term } of terms) offsets[this.nodes[term]! + 1]! += 1;
    });
    for (let node = 1; node < offsets.length; node++) offsets[node]! += offsets[node - 1]!;
    const targets = new Uint32Array(2 * this.edgeCount);
    const weights = new Float64Array(2 * this.edgeCount);
    const next = offsets.slice();
    const add = (from: number, to: number, weight: number): void => {
      const at = next[from]!++;
      targets[at] = to;
      weights[at] = weight;
    };
    links.forEach((terms, passage) => {
      for (const { term, weight } of terms) {
        add(passage, this.nodes[term]!, weight);
        add(this.nodes[term]!, passage, weight);
      }
    });
    return { offsets, targets, weights };
  }
}

interface Link {
  readonly term: number;
  readonly weight: number;
}

function salientTerms({ offsets, terms, weights }: PassageTerms, options: TermGraphOptions): Link[][] {
  const { termsPerPassage, mostPassages } = options;
  if (!Number.isInteger(termsPerPassage) || termsPerPassage < 1)
    throw new RangeError(`${termsPerPassage} is no number of terms`);
  if (!(mostPassages >= 0 && mostPassages <= 1)) throw new RangeError(`${mostPassages} is no share of passages`);
  if (weights.some((weight) => !(weight > 0 && weight < Infinity))) throw new RangeError('a term has no weight');
  const passageCount = offsets.length - 1;
  const most = Math.max(2, mostPassages * passageCount);
  const frequency = tally(terms);
  return Array.from({ length: passageCount }, (_, passage) => {
    const found: Link[] = [];
    for (let at = offsets[passage]!; at < offsets[passage + 1]!; at++)
      if (frequency.get(terms[at]!)! <= most) found.push({ term: terms[at]!, weight: weights[at]! });
    return found.sort((a, b) => b.weight - a.weight || a.term - b.term).slice(0, termsPerPassage);
  });
}
