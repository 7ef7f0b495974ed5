import { plackettLuceSample, swapLogOdds } from './plackett-luce';

/** Documents of one question. */
export interface PdgdQuestion {
  /** A row a document, of equal length: normalised scores of the retrievers, for weights of a fusion. */
  readonly features: readonly Float64Array[];
}

/** Linear scores of documents: Σ weight · feature. */
export function linearScores(weights: Float64Array, { features }: PdgdQuestion): Float64Array {
  return Float64Array.from(features, (row) => row.reduce((sum, value, i) => sum + weights[i]! * value, 0));
}

/** A list to show, drawn from the model itself: it explores where its scores are close. */
export function sampledList(
  weights: Float64Array,
  question: PdgdQuestion,
  { depth, random }: { readonly depth: number; readonly random: () => number },
): number[] {
  return plackettLuceSample(linearScores(weights, question), depth, random);
}

/**
 * Pairwise differentiable gradient descent: in which direction the weights prefer what was marked. A marked document is
 * preferred to every unmarked one that was surely seen: those before the last mark, and the one after it. Each pair
 * counts by the slope of its probability under the model, e^k e^l / (e^k + e^l)², times ρ = P(R*) / (P(R) + P(R*)), R*
 * being the list with the pair swapped: without ρ, marks that depend on places alone would push the weights towards what
 * the model ranks first already.
 *
 * Oosterhuis and de Rijke, “Differentiable unbiased online learning to rank”, CIKM 2018.
 *
 * @param list positions of documents as they were shown
 * @param marked whether the document at each place was marked
 * @returns the gradient, to be added to the weights times a learning rate
 */
export function pdgdGradient(
  weights: Float64Array,
  question: PdgdQuestion,
  list: readonly number[],
  marked: readonly boolean[],
): Float64Array {
  const scores = linearScores(weights, question);
  const gradient = new Float64Array(weights.length);
  const seen = Math.min(list.length, marked.lastIndexOf(true) + 2);
  for (let preferred = 0; preferred < seen; preferred++)
    for (let other = 0; other < seen; other++) {
      if (!marked[preferred] || marked[other]) continue;
      const odds = swapLogOdds(scores, list, Math.min(preferred, other), Math.max(preferred, other));
      const [k, l] = [list[preferred]!, list[other]!];
      const wins = 1 / (1 + Math.exp(scores[l]! - scores[k]!));
      const weight = (wins * (1 - wins)) / (1 + Math.exp(-odds));
      for (let i = 0; i < gradient.length; i++)
        gradient[i]! += weight * (question.features[k]![i]! - question.features[l]![i]!);
    }
  return gradient;
}
