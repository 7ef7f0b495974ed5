import { describe, expect, it } from 'vitest';
import { openMmr, openSvm } from '../../src/domain/retrieval/dense/open-vectors';
import { SvmSolver } from '../../src/domain/retrieval/dense/svm-solver';
import { openMatrix } from '../../src/domain/retrieval/dense/search';
import { goldenPath, readJson } from './read';

interface Vectors {
  dims: number;
  doc_ids: string[];
  docs_b64: string;
  query_ids: string[];
  queries_b64: string;
}

interface Scored {
  docs: string[];
  scores: number[];
}

interface SvmResult extends Scored {
  query_decision: number;
  exact_docs: string[];
  exact_scores: number[];
  exact_query_decision: number;
  grad_norm: number;
  min: number;
  max: number;
}

interface Golden<Result> {
  queries: string[];
  results: Record<string, Result>;
}

const read = <T>(name: string): T => readJson<T>(goldenPath('dense', name));

/** Little-endian, as all machines are that this runs on. */
const floats = (base64: string): Float32Array =>
  new Float32Array(Uint8Array.from(Buffer.from(base64, 'base64')).buffer);

const vectors = read<Vectors>('vectors.json');
const rows = floats(vectors.docs_b64);
const queries = floats(vectors.queries_b64);
const ids = (hits: readonly { doc: number }[]): string[] => hits.map(({ doc }) => vectors.doc_ids[doc]!);
const clock = (): number => 0;
const DEPTH = 20;

const queryVector = (q: number): Float32Array => queries.subarray(q * vectors.dims, (q + 1) * vectors.dims);

it('cosine equals numpy in 500 documents and 500 scores', () => {
  const golden = read<Golden<Scored>>('cosine.json');
  const { lists } = openMatrix(rows, vectors.dims, 'cosine').search(queries, DEPTH, clock);
  let compared = 0;
  let largest = 0;
  vectors.query_ids.forEach((id, q) => {
    const { docs, scores } = golden.results[id]!;
    expect(ids(lists[q]!)).toEqual(docs);
    scores.forEach((score, i) => (largest = Math.max(largest, Math.abs(lists[q]![i]!.score - score))));
    compared += docs.length + scores.length;
  });
  expect(compared).toBe(1000);
  // Sums of 128 products, added in another order.
  expect(largest).toBeLessThan(2e-15);
});

it('maximal marginal relevance equals LangChain in 1,500 documents (three λ, 25 questions, 20 places), and sorting by score keeps them', async () => {
  const golden = read<{ fetch_k: number; k: number; results: Record<string, Record<string, string[]>> }>('mmr.json');
  let compared = 0;
  for (const [lambda, expected] of Object.entries(golden.results)) {
    const options = { lambda: Number(lambda), fetchDepth: golden.fetch_k };
    const { lists } = await openMmr(rows, vectors.dims, options)(queries, golden.k, clock);
    for (const list of lists) expect([...list].sort((a, b) => b.score - a.score || a.doc - b.doc)).toEqual(list);
    vectors.query_ids.forEach((id, q) => {
      expect(ids(lists[q]!)).toEqual(expected[id]);
      compared += expected[id]!.length;
    });
  }
  expect(compared).toBe(1500);
});

describe('the exemplar SVM', () => {
  const golden = read<Golden<SvmResult>>('svm.json');
  const { lists } = openSvm(rows, vectors.dims, 0.1).search(queries, DEPTH, clock);
  const solver = new SvmSolver(rows, vectors.dims, 0.1);
  const solutions = vectors.query_ids.map((_, q) => solver.solve(queryVector(q)));

  it('is the minimiser of the reference in 500 documents, 500 scores and 25 decisions of questions', () => {
    let compared = 0;
    let largest = 0;
    vectors.query_ids.forEach((id, q) => {
      const { exact_docs, exact_scores, exact_query_decision } = golden.results[id]!;
      expect(ids(lists[q]!)).toEqual(exact_docs);
      const differences = exact_scores.map((score, i) => Math.abs(lists[q]![i]!.score - score));
      largest = Math.max(largest, ...differences, Math.abs(solutions[q]!.queryDecision - exact_query_decision));
      compared += exact_docs.length + exact_scores.length + 1;
    });
    expect(compared).toBe(1025);
    expect(largest).toBeLessThan(1e-12);
  });

  it('stops where the gradient is as good as 0', () => {
    for (const { gradientNorm } of solutions) expect(gradientNorm).toBeLessThan(1e-11);
  });

  it('is within LIBLINEAR’s tolerance of its own 500 scores and 25 decisions, and its least and greatest score', () => {
    let compared = 0;
    let largest = 0;
    vectors.query_ids.forEach((id, q) => {
      const { docs, scores, query_decision, min, max } = golden.results[id]!;
      const { decisions, queryDecision } = solutions[q]!;
      const pairs = [
        ...docs.map((doc, i) => [decisions[vectors.doc_ids.indexOf(doc)]!, scores[i]!]),
        [queryDecision, query_decision],
        [Math.min(...decisions), min],
        [Math.max(...decisions), max],
      ];
      largest = Math.max(largest, ...pairs.map(([ours, theirs]) => Math.abs(ours! - theirs!)));
      compared += pairs.length;
    });
    expect(compared).toBe(25 * 23);
    expect(largest).toBeLessThan(2e-7);
    const sameOrder = vectors.query_ids.filter((id, q) => ids(lists[q]!).join() === golden.results[id]!.docs.join());
    expect(sameOrder).toHaveLength(25);
  });
});
