import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../src/domain/text/edit-distance';
import { allowedEdits, Spelling } from '../../src/domain/retrieval/vocabulary/expansions';
import { PageRank, TermGraph } from '../../src/domain/retrieval/graph/term-graph';

/** Of few letters, so that many are near each other; longer than the beginnings that are looked up. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 12 });

it('spelling finds all that comparing with every word finds, in order', () => {
  const words = fc.uniqueArray(word, { maxLength: 40 });
  fc.assert(
    fc.property(words, word, fc.constantFrom(1 as const, 2 as const), (vocabulary, term, maxDistance) => {
      const spelling = new Spelling(
        vocabulary.map((each, i) => [each, i % 3]),
        { maxDistance, most: 100 },
      );
      const allowed = Math.min(maxDistance, allowedEdits(term.length));
      const near = vocabulary
        .map((each, i) => ({ each, frequency: i % 3, distance: editDistance([...term], [...each], 20) }))
        .filter(({ distance }) => distance <= allowed && !vocabulary.includes(term))
        .sort((a, b) => a.distance - b.distance || b.frequency - a.frequency || (a.each < b.each ? -1 : 1));
      const found = spelling.correct([term]).get(term) ?? [];
      expect(found.map((each) => each.term)).toEqual(near.map(({ each }) => each));
    }),
    { numRuns: 1000 },
  );
});

const NODES = 6;

/** Weights from each node to each; about half of them 0, whole rows among them. */
const weights = fc.array(
  fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5 })), { minLength: NODES, maxLength: NODES }),
  { minLength: NODES, maxLength: NODES },
);
const jumps = fc
  .array(fc.integer({ min: 0, max: 3 }), { minLength: NODES, maxLength: NODES })
  .filter((v) => v.some((weight) => weight > 0));
const damping = fc.double({ min: 0, max: 0.95, noNaN: true });

function ranked(matrix: readonly number[][], v: readonly number[], d: number): number[] {
  const edges = matrix.map((row) => row.flatMap((weight, target) => (weight === 0 ? [] : [{ target, weight }])));
  const offsets = new Uint32Array(NODES + 1);
  edges.forEach((each, i) => (offsets[i + 1] = offsets[i]! + each.length));
  const graph = {
    offsets,
    targets: Uint32Array.from(edges.flat(), ({ target }) => target),
    weights: Float64Array.from(edges.flat(), ({ weight }) => weight),
  };
  return [...new PageRank(graph).rank(Float64Array.from(v), { damping: d, tolerance: 1e-12 }).scores];
}

/** (I − d Mᵀ) p = (1 − d) v by elimination, where M sends a node without edges to v. */
function solved(matrix: readonly number[][], weightsOfV: readonly number[], d: number): number[] {
  const share = (row: readonly number[]): number[] => {
    const sum = row.reduce((total, weight) => total + weight, 0);
    return row.map((weight) => weight / sum);
  };
  const v = share(weightsOfV);
  const moves = matrix.map((row) => (row.every((weight) => weight === 0) ? v : share(row)));
  const system = v.map((jump, i) => [...moves.map((row, j) => (i === j ? 1 : 0) - d * row[i]!), (1 - d) * jump]);
  for (let column = 0; column < NODES; column++) {
    // I − d Mᵀ is dominated by its diagonal, column by column: it needs no pivots.
    for (let row = 0; row < NODES; row++) {
      if (row === column) continue;
      const factor = system[row]![column]! / system[column]![column]!;
      system[column]!.forEach((value, i) => (system[row]![i]! -= factor * value));
    }
  }
  return system.map((row, i) => row[NODES]! / row[i]!);
}

it('personalised PageRank is the solution of its linear system', () => {
  fc.assert(
    fc.property(weights, jumps, damping, (matrix, v, d) => {
      const exact = solved(matrix, v, d);
      ranked(matrix, v, d).forEach((score, i) => expect(Math.abs(score - exact[i]!)).toBeLessThan(2e-12));
    }),
  );
});

describe('the graph of terms', () => {
  const passages = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { maxLength: 5 }), { maxLength: 12 });

  it('finds every passage with a term of the question, and none that is not linked to one', () => {
    fc.assert(
      fc.property(passages, fc.integer({ min: 0, max: 9 }), (lists, term) => {
        const offsets = new Uint32Array(lists.length + 1);
        lists.forEach((each, i) => (offsets[i + 1] = offsets[i]! + each.length));
        const terms = Uint32Array.from(lists.flat());
        const graph = new TermGraph(
          { offsets, terms, weights: new Float64Array(terms.length).fill(1) },
          { termsPerPassage: 5, mostPassages: 1 },
        );
        const reached = new Set([term]);
        for (let before = -1; before !== reached.size;) {
          before = reached.size;
          for (const each of lists) if (each.some((t) => reached.has(t))) each.forEach((t) => reached.add(t));
        }
        const linked = lists.flatMap((each, i) => (each.some((t) => reached.has(t)) ? [i] : []));
        const hits = graph.search([[term, 1]], 20, { damping: 0.5, tolerance: 1e-12 });
        expect(hits.map(({ doc }) => doc).sort((a, b) => a - b)).toEqual(linked);
        expect(hits.reduce((sum, { score }) => sum + score, 0)).toBeLessThan(1);
      }),
    );
  });
});
