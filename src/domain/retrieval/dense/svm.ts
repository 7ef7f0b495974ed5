import { TopK } from '../top-k';
import { checkWidth, type DenseIndex, searchEach } from './search';
import { SvmSolver, type SvmSolution } from './svm-solver';

/** That of LangChain's retriever. Less means a flatter hyperplane, further from exemplar classification. */
const DEFAULT_SVM_C = 0.1;

/** A matrix that is ready to be searched by an SVM a question: hits are scored by `w·d + b`. */
export interface SvmIndex extends DenseIndex {
  solve(query: Float32Array): SvmSolution;
}

/**
 * Retrieval by an exemplar SVM (Malisiewicz, Gupta and Efros, ICCV 2011; for text embeddings Karpathy, “knn_vs_svm”,
 * 2023, and LangChain's SVM retriever): a linear classifier is trained with the question as the only positive example
 * and all rows as negative ones, and rows are ranked by its decision `w·d + b`. It minimises
 *
 *     ½ (|w|² + b²) + Σᵢ C cᵢ max(0, 1 − tᵢ (w·xᵢ + b))²
 *
 * with t = 1 for the question and −1 for rows, and balanced class weights cᵢ: (n + 1) / 2 for the question and
 * (n + 1) / (2 n) for each of n rows. LIBLINEAR's L2-regularised squared hinge loss is the same, intercept penalised
 * too, but stops at a tolerance; here the unique minimiser is found to rounding. Vectors are not normalised.
 *
 * Opening costs about 4 · dimensions³ multiplications, a question some twenty passes over the rows (many more where
 * vectors have lengths of thousands).
 *
 * @param rows row-major matrix, `dimensions` wide
 * @throws {RangeError} for C that is not above 0, and for a matrix that is not made of whole rows
 */
export function openSvm(rows: Float32Array, dimensions: number, c = DEFAULT_SVM_C): SvmIndex {
  if (!(c > 0 && c < Infinity)) throw new RangeError(`C is ${c}, and not above 0`);
  checkWidth(rows, dimensions);
  const solver = new SvmSolver(rows, dimensions, c);
  return {
    search: (queries, depth, clock) =>
      searchEach(queries, dimensions, clock, (query) => {
        const { decisions } = solver.solve(query);
        const heap = new TopK(Math.min(depth, decisions.length));
        decisions.forEach((decision, row) => heap.offer(row, decision));
        return heap.drain();
      }),
    solve(query) {
      if (query.length !== dimensions) throw new RangeError(`a question of ${query.length} numbers, not ${dimensions}`);
      return solver.solve(query);
    },
  };
}
