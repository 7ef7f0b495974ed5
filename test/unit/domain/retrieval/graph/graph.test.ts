import { describe, expect, it } from 'vitest';
import {
  DEFAULT_TERM_GRAPH,
  PageRank,
  type PassageTerms,
  type SparseGraph,
  TermGraph,
} from '../../../../../src/domain/retrieval/graph/term-graph';
import { rowsIn } from '../../../../rows';

/** @param edges of each node: target and weight */
function graphOf(...edges: [number, number][][]): SparseGraph {
  const all = edges.flat();
  const offsets = new Uint32Array(edges.length + 1);
  edges.forEach((each, i) => (offsets[i + 1] = offsets[i]! + each.length));
  return {
    offsets,
    targets: Uint32Array.from(all, ([target]) => target),
    weights: Float64Array.from(all, ([, weight]) => weight),
  };
}

const options = { damping: 0.85, tolerance: 1e-13 };
const rank = (graph: SparseGraph, v: number[], damping = 0.85): number[] => [
  ...new PageRank(graph).rank(Float64Array.from(v), { ...options, damping }).scores,
];

describe('personalised PageRank', () => {
  const d = 0.85;

  it('needs no more iterations than the tolerance asks for', () => {
    const page = new PageRank(graphOf([[1, 1]], [[0, 1]]));
    const exact = [1 / (1 + d), d / (1 + d)];
    for (const tolerance of [1e-2, 1e-5, 1e-9]) {
      const { scores, iterations } = page.rank(Float64Array.of(1, 0), { damping: d, tolerance });
      expect(Math.abs(scores[0]! - exact[0]!) + Math.abs(scores[1]! - exact[1]!)).toBeLessThanOrEqual(tolerance);
      expect(iterations).toBeLessThan(Math.log((tolerance * (1 - d)) / 2) / Math.log(d) + 2);
    }
    // Rounding keeps the change above such a tolerance: it ends all the same.
    expect(page.rank(Float64Array.of(1, 0), { damping: d, tolerance: 1e-300 }).iterations).toBeLessThan(5000);
  });

  it('refuses what is no graph, no distribution and no damping', () => {
    expect(() => new PageRank(graphOf([[1, 1]]))).toThrow(RangeError);
    expect(() => new PageRank(graphOf([[0, -1]]))).toThrow(RangeError);
    const one = graphOf([[0, 1]]);
    for (const v of [[0], [-1], [NaN], [1, 1], []]) expect(() => rank(one, v)).toThrow(RangeError);
    for (const damping of [1, -0.1, NaN]) expect(() => rank(one, [1], damping)).toThrow(RangeError);
    expect(() => new PageRank(one).rank(Float64Array.of(1), { damping: 0.5, tolerance: 0 })).toThrow(RangeError);
  });
});

/** @param passages of each, terms and weights */
function termsOf(...passages: [number, number][][]): PassageTerms {
  const offsets = new Uint32Array(passages.length + 1);
  passages.forEach((each, i) => (offsets[i + 1] = offsets[i]! + each.length));
  const all = passages.flat();
  return {
    offsets,
    terms: Uint32Array.from(all, ([term]) => term),
    weights: Float64Array.from(all, ([, weight]) => weight),
  };
}

const even = (...terms: number[]): [number, number][] => terms.map((term) => [term, 1]);
const walk = { damping: 0.5, tolerance: 1e-13 };
const docs = (hits: readonly { doc: number }[]): number[] => hits.map(({ doc }) => doc);

describe('the graph of terms', () => {
  it('finds passages with the term, then what shares another term with them, and no more: by hand', () => {
    const graph = new TermGraph(termsOf(even(0, 1), even(1, 2), even(3)));
    const hits = graph.search([[0, 1]], 10, walk);
    expect(docs(hits)).toEqual([0, 1]);
    expect(hits[0]!.score).toBeCloseTo(13 / 42, 12);
    expect(hits[1]!.score).toBeCloseTo(1 / 42, 12);
    expect([graph.passageCount, graph.termCount, graph.edgeCount]).toEqual([3, 4, 5]);
  });

  it('goes from a term to where it weighs most', () => {
    const graph = new TermGraph(termsOf(rowsIn('0 1, 1 5'), rowsIn('0 4, 2 5')));
    expect(docs(graph.search([[0, 1]], 10, walk))).toEqual([1, 0]);
  });

  it('begins at terms as they weigh in the question, and passes over those that it does not know', () => {
    const graph = new TermGraph(termsOf(even(0), even(1)));
    const question: [number, number][] = rowsIn('0 1, 1 3, 2 9, 77 9');
    const hits = graph.search(question, 10, walk);
    expect(docs(hits)).toEqual([1, 0]);
    expect(hits[0]!.score / hits[1]!.score).toBeCloseTo(3, 10);
    expect(graph.search([[2, 1]], 10, walk)).toEqual([]);
    expect(graph.search([], 10, walk)).toEqual([]);
    expect(docs(graph.search(question, 1, walk))).toEqual([1]);
  });

  it('keeps the heaviest terms of a passage, of equals the lower', () => {
    const passages = termsOf(rowsIn('0 1, 1 1, 2 2'), even(0), even(1));
    const graph = new TermGraph(passages, { ...DEFAULT_TERM_GRAPH, termsPerPassage: 2 });
    expect(docs(graph.search([[0, 1]], 10, walk))).toEqual([0, 1]);
    expect(docs(graph.search([[1, 1]], 10, walk))).toEqual([2]);
  });

  it('drops common terms before it takes the heaviest', () => {
    const common: [number, number] = [9, 100];
    const passages = termsOf(...[0, 1, 2, 3].map((term): [number, number][] => [common, [term, 1]]));
    const graph = new TermGraph(passages, { termsPerPassage: 1, mostPassages: 0.5 });
    expect(graph.search([[9, 1]], 10, walk)).toEqual([]);
    expect(docs(graph.search([[2, 1]], 10, walk))).toEqual([2]);
    // Two passages may share a term however few there are.
    const two = new TermGraph(termsOf(even(0), even(0)), { termsPerPassage: 1, mostPassages: 0 });
    expect(docs(two.search([[0, 1]], 10, walk))).toEqual([0, 1]);
  });

  it('refuses weights that are none, and options out of range', () => {
    for (const weight of [0, -1, NaN, Infinity])
      expect(() => new TermGraph(termsOf([[0, weight]]))).toThrow(RangeError);
    for (const wrong of [{ termsPerPassage: 0 }, { mostPassages: 2 }])
      expect(() => new TermGraph(termsOf(even(0)), { ...DEFAULT_TERM_GRAPH, ...wrong })).toThrow(RangeError);
  });
});
