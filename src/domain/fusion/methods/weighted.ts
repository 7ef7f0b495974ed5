import { addUp, type Columns, settleAbsent, weighPresent } from '../columns';
import { absent, absentFromProduct, absentFromSum, type AbsentPolicy, weights } from '../method';
import { scoreMethod } from '../normalise';

/** Methods that weigh the normalised scores sᵢ of the lists. */
export const WEIGHTED_FUSIONS = {
  /**
   * Σ wᵢ · sᵢ; with `skip` times Σ wᵢ of all lists / Σ wᵢ of those with the document. Vogt and Cottrell 1999; Bruch,
   * Gai and Ingber, “An Analysis of Fusion Functions for Hybrid Retrieval”, TOIS 2023.
   */
  wsum: scoreMethod('Weighted CombSUM', 'wsum', { absent, weights }, weightedSums),

  /** Σ wᵢ · sᵢ / Σ wᵢ; with `zero` and `min` all weights divide. `arithmetic_mean` of OpenSearch (`zero`). */
  'arithmetic-mean': scoreMethod('Arithmetic mean', 'arithmetic-mean', { absent, weights }, (columns, spec, size) => {
    const fused = weightedSums(columns, spec, size);
    const total = totalWeight(spec.weights);
    for (let doc = 0; doc < fused.length; doc++) fused[doc] = total > 0 ? fused[doc]! / total : 0;
    return fused;
  }),

  /**
   * exp(Σ wᵢ · ln sᵢ / Σ wᵢ), `geometric_mean` of OpenSearch. Scores of 0 or less are left out with their weights, with
   * `skip` absent ones too; 0 where none is left.
   */
  'geometric-mean': scoreMethod(
    'Geometric mean',
    'geometric-mean',
    { absent: absentFromProduct, weights },
    (columns, spec, size) =>
      meanOfPositive(
        columns,
        spec,
        size,
        (weight, score) => weight * Math.log(score),
        (logarithms, total) => (total > 0 ? Math.exp(logarithms / total) : 0),
      ),
  ),

  /** Σ wᵢ / Σ (wᵢ / sᵢ), scores of 0 or less as by the geometric mean. `harmonic_mean` of OpenSearch. */
  'harmonic-mean': scoreMethod(
    'Harmonic mean',
    'harmonic-mean',
    { absent: absentFromProduct, weights },
    (columns, spec, size) =>
      meanOfPositive(
        columns,
        spec,
        size,
        (weight, score) => weight / score,
        (inverse, total) => (inverse > 0 ? total / inverse : 0),
      ),
  ),

  /** (Σ wᵢ of the lists with the document) · Σ sᵢ. Wu and Crestani, CIKM 2002. */
  wmnz: scoreMethod(
    'Weighted CombMNZ',
    'wmnz',
    { absent: absentFromSum, weights },
    (columns, { absent, weights }, size) => {
      const fused = addUp(columns, size, absent);
      const present = weighPresent(columns, size, weights);
      for (let doc = 0; doc < fused.length; doc++) fused[doc]! *= present[doc]!;
      return fused;
    },
  ),

  /** Mixed: √c · Σ wᵢ · sᵢ, c being the number of lists that have the document. Wu and Crestani, CIKM 2002. */
  mixed: scoreMethod('Mixed', 'mixed', { absent, weights }, (columns, spec, size) => {
    const fused = weightedSums(columns, spec, size);
    const counts = weighPresent(columns, size);
    for (let doc = 0; doc < fused.length; doc++) fused[doc]! *= Math.sqrt(counts[doc]!);
    return fused;
  }),
};

interface Weighing {
  readonly absent: AbsentPolicy;
  readonly weights: readonly number[];
}

/** A weighted mean over the lists that score a document above 0, from its terms' sum and the sum of the weights. */
function meanOfPositive(
  columns: Columns,
  { absent, weights }: Weighing,
  size: number,
  term: (weight: number, score: number) => number,
  mean: (terms: number, total: number) => number,
): Float64Array {
  const total = new Float64Array(size);
  const terms = new Float64Array(size);
  settleAbsent(columns, absent).forEach((column, i) => {
    const weight = weights[i]!;
    for (let doc = 0; doc < column.length; doc++) {
      const score = column[doc]!;
      if (!(score > 0)) continue;
      total[doc]! += weight;
      terms[doc]! += term(weight, score);
    }
  });
  return terms.map((sum, doc) => mean(sum, total[doc]!));
}

function weightedSums(columns: Columns, { absent, weights }: Weighing, size: number): Float64Array {
  const sums = addUp(columns, size, absent, weights);
  if (absent !== 'skip') return sums;
  const present = weighPresent(columns, size, weights);
  const total = totalWeight(weights);
  for (let doc = 0; doc < size; doc++) {
    // Divided first: the quotient of the weights may overflow.
    if (present[doc] !== total) sums[doc] = present[doc]! > 0 ? (sums[doc]! / present[doc]!) * total : 0;
  }
  return sums;
}

const totalWeight = (weights: readonly number[]): number => weights.reduce((sum, weight) => sum + weight, 0);
