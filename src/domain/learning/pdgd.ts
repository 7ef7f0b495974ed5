import type { Ranking } from '../../base/types';
import type { NormSpec } from '../fusion/method';
import { normalise } from '../fusion/normalise';
import { poolOf } from '../fusion/pool';
import { uniform } from '../statistics/random';

/** Positions drawn from the Plackett–Luce model by Gumbel noise: the order of score − ln(−ln u). */
export function plackettLuceSample(scores: Float64Array, depth: number, random: () => number): number[] {
  // 1 − u is never 0, so that the noise is finite but for u = 0, which puts a document last.
  const keys = scores.map((score) => score - Math.log(-Math.log1p(-random())));
  return [...keys.keys()].sort((a, b) => keys[b]! - keys[a]! || a - b).slice(0, depth);
}

/** ln of the odds of the list with places a and b swapped. @param list the first places at least @param a before b */
export function swapLogOdds(scores: Float64Array, list: readonly number[], a: number, b: number): number {
  const [own, other] = [scores[list[a]!]!, scores[list[b]!]!];
  const shown = new Set(list);
  let shared = -Infinity;
  scores.forEach((score, doc) => {
    if (!shown.has(doc)) shared = added(shared, score);
  });
  for (const doc of list.slice(b + 1)) shared = added(shared, scores[doc]!);
  let odds = 0;
  for (let place = b; place > a; place--) {
    odds += added(shared, other) - added(shared, own);
    shared = added(shared, scores[list[place - 1]!]!);
  }
  return odds;
}

/** ln(e^a + e^b). */
const added = (a: number, b: number): number => Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));

export interface PdgdQuestion {
  readonly features: readonly Float64Array[];
}

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
 * A marked document is preferred to every unmarked one before the last mark, and the one after it. A pair counts e^k
 * e^l / (e^k + e^l)² · ρ, ρ = P(R*) / (P(R) + P(R*)), R* the list with it swapped: without ρ, marks by place alone
 * would push the weights. Oosterhuis and de Rijke, CIKM 2018. @returns what is added times a learning rate
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

export interface DrawnFrom {
  readonly passages: readonly string[];
  readonly features: readonly (readonly number[])[];
}

export interface DrawnList extends DrawnFrom {
  readonly method: 'plackett-luce';
  readonly depth: number;
  /** A whole number, of which the lower 32 bits count. */
  readonly seed: number;
  readonly weights: readonly number[];
  readonly shown: readonly string[];
}

/** Normalised scores as `wsum` adds them. Of passages of one text the highest sum stands for all, then trec order. */
export function candidatesOf(
  rankings: readonly Ranking[],
  norm: NormSpec,
  textOf: (passage: string) => string | null,
): DrawnFrom {
  const pool = poolOf(rankings);
  const columns = normalise(pool, norm);
  const rows = pool.ids.map((id, doc) => {
    const row = columns.map((column) => column[doc]! || 0);
    return { id: id as string, row, sum: row.reduce((sum, value) => sum + value, 0) };
  });
  const best = new Map<string, (typeof rows)[number]>();
  for (const each of rows) {
    const text = textOf(each.id);
    const key = text === null ? `id ${each.id}` : `text ${text}`;
    const other = best.get(key);
    if (!other || each.sum > other.sum) best.set(key, each);
  }
  const chosen = new Set(best.values());
  const kept = rows.filter((each) => chosen.has(each));
  return { passages: kept.map(({ id }) => id), features: kept.map(({ row }) => row) };
}

export function drawnList(
  { passages, features }: DrawnFrom,
  { weights, depth, seed }: Pick<DrawnList, 'weights' | 'depth' | 'seed'>,
): DrawnList {
  const drawn = sampledList(Float64Array.from(weights), questionOf(features), { depth, random: uniform(seed) });
  const shown = drawn.map((doc) => passages[doc]!);
  return { method: 'plackett-luce', depth, seed, weights, passages, features, shown };
}

/** One step along the gradient, no weight under 0. @throws {RangeError} for a mark that is not on the list */
export function steppedWeights(
  { weights, passages, features, shown }: DrawnList,
  marks: readonly string[],
  rate: number,
): number[] {
  if (marks.some((mark) => !shown.includes(mark))) throw new RangeError('a mark that is not on the list');
  const at = new Map(passages.map((passage, doc) => [passage, doc]));
  const gradient = pdgdGradient(
    Float64Array.from(weights),
    questionOf(features),
    shown.map((passage) => at.get(passage)!),
    shown.map((passage) => marks.includes(passage)),
  );
  return weights.map((weight, i) => Math.max(0, weight + rate * gradient[i]!));
}

const questionOf = (features: DrawnList['features']): PdgdQuestion => ({
  features: features.map((row) => Float64Array.from(row)),
});
