import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openBinary, openMmr, openQuantised } from '../../src/domain/retrieval/dense/open-vectors';
import { openMatrix } from '../../src/domain/retrieval/dense/search';
import type { MetricName } from '../../src/domain/retrieval/dense/metrics';
import { encodeBlocks, largestWeight, openInt8 } from '../../src/domain/retrieval/dense/int8';
import { editDistance } from '../../src/domain/text/edit-distance';
import { allowedEdits, Spelling } from '../../src/domain/retrieval/vocabulary/expansions';
import { PageRank, TermGraph } from '../../src/domain/retrieval/graph/term-graph';

describe('dense', () => {
  const WIDTH = 3;
  const clock = (): number => 0;
  const whole = fc.array(fc.integer({ min: -4, max: 4 }), { minLength: WIDTH, maxLength: WIDTH });
  const wholeRows = fc.array(whole, { minLength: 1, maxLength: 20 });
  const matrix = (rows: readonly (readonly number[])[]): Float32Array => Float32Array.from(rows.flat());

  const scores: Record<MetricName, (a: readonly number[], b: readonly number[]) => number> = {
    'dot-product': (a, b) => a.reduce((sum, value, i) => sum + value * b[i]!, 0),
    euclidean: (a, b) => -Math.hypot(...a.map((value, i) => value - b[i]!)),
    cosine: (a, b) => {
      const lengths = Math.hypot(...a) * Math.hypot(...b);
      return lengths === 0 ? 0 : scores['dot-product'](a, b) / lengths;
    },
  };

  it.each(['cosine', 'dot-product', 'euclidean'] as const)(
    'search over a matrix by %s scores as the formula does, in order',
    (metric) => {
      fc.assert(
        fc.property(wholeRows, fc.array(whole, { maxLength: 6 }), (rows, queries) => {
          const { lists } = openMatrix(matrix(rows), WIDTH, metric).search(matrix(queries), 7, clock);
          queries.forEach((query, q) => {
            const list = lists[q]!;
            const naive = rows.map((row) => scores[metric](row, query));
            for (const { doc, score } of list) expect(score).toBeCloseTo(naive[doc]!, 12);
            const sorted = [...naive].sort((a, b) => b - a).slice(0, 7);
            list.forEach(({ score }, i) => expect(score).toBeCloseTo(sorted[i]!, 12));
            for (let i = 1; i < list.length; i++)
              expect(
                list[i]!.score < list[i - 1]!.score ||
                  (list[i]!.score === list[i - 1]!.score && list[i]!.doc > list[i - 1]!.doc),
              ).toBe(true);
          });
        }),
      );
    },
  );

  const lambda = fc.double({ min: 0, max: 1, noNaN: true });

  it('maximal marginal relevance takes what the formula gives, step by step', async () => {
    await fc.assert(
      fc.asyncProperty(wholeRows, whole, lambda, async (rows, query, mix) => {
        const index = openMmr(matrix(rows), WIDTH, { lambda: mix, fetchDepth: 20 });
        const { lists } = await index(matrix([query]), 20, clock);
        const order = lists[0]!.map(({ doc }) => doc);
        expect(new Set(order).size).toBe(rows.length);
        for (let taken = 1; taken < order.length; taken++) {
          const value = (doc: number): number =>
            mix * scores.cosine(rows[doc]!, query) -
            (1 - mix) * Math.max(...order.slice(0, taken).map((other) => scores.cosine(rows[doc]!, rows[other]!)));
          const best = Math.max(...order.slice(taken).map(value));
          expect(value(order[taken]!)).toBeCloseTo(best, 12);
        }
      }),
    );
  });
});

describe('quantised', () => {
  const WIDTH = 5;
  const clock = (): number => 0;
  const number = fc.double({ min: -4, max: 4, noNaN: true }).map(Math.fround);
  const vector = fc.array(number, { minLength: WIDTH, maxLength: WIDTH });
  const rowsOf = fc.array(vector, { minLength: 1, maxLength: 30 });
  const matrix = (rows: readonly (readonly number[])[]): Float32Array => Float32Array.from(rows.flat());
  const product = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, value, i) => sum + value * b[i]!, 0);

  describe('int8', () => {
    const encoded = (rows: number[][]) => {
      const codes = new Int8Array(rows.length * WIDTH);
      const { lows, steps } = encodeBlocks([matrix(rows)], WIDTH, codes);
      const decoded = (row: number) => [...steps].map((step, j) => lows[j]! + (codes[row * WIDTH + j]! + 128.5) * step);
      return { steps, decoded };
    };

    it('finds what a loop over the numbers that its bytes stand for finds, but for the rounding of the question', () => {
      fc.assert(
        fc.property(rowsOf, vector, (rows, query) => {
          const { steps, decoded } = encoded(rows);
          const most = Math.max(...query.map((value, j) => Math.abs(value * steps[j]!)));
          for (const { doc, score } of openInt8(
            [matrix(rows)],
            rows.length,
            WIDTH,
          )(Float32Array.from(query), rows.length)) {
            const naive = product(decoded(doc), query);
            expect(Math.abs(score - naive)).toBeLessThanOrEqual((64 * WIDTH * most) / largestWeight(WIDTH) + 1e-9);
          }
        }),
      );
    });
  });

  it('binary scores by the signs that differ, in order', () => {
    fc.assert(
      fc.property(rowsOf, vector, (rows, query) => {
        const list = openBinary([matrix(rows)], rows.length, WIDTH)(Float32Array.from(query), rows.length);
        const naive = rows.map((row) => {
          const differing = row.filter((value, j) => value > 0 !== query[j]! > 0).length;
          return 1 - (2 * differing) / WIDTH;
        });
        const sorted = naive.map((score, doc) => ({ doc, score })).sort((a, b) => b.score - a.score || a.doc - b.doc);
        expect(list).toEqual(sorted);
      }),
    );
  });

  it.each(['int8', 'binary'] as const)(
    'quantised search of %s vectors, scored again over all rows, is exact search to the last digit',
    (precision) => {
      fc.assert(
        fc.property(rowsOf, fc.array(vector, { maxLength: 5 }), (rows, queries) => {
          const depth = 4;
          const rescore = Math.ceil(rows.length / depth);
          for (const dimensions of [WIDTH, 2]) {
            const index = openQuantised(matrix(rows), WIDTH, { precision, rescore, dimensions });
            const { lists } = index.search(matrix(queries), depth, clock);
            expect(lists).toEqual(
              openMatrix(matrix(rows), WIDTH, 'cosine').search(matrix(queries), depth, clock).lists,
            );
          }
        }),
      );
    },
  );
});

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

const passages = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { maxLength: 5 }), { maxLength: 12 });

it('the graph of terms finds every passage with a term of the question, and none that is not linked to one', () => {
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
