import type { Ranking } from '../../base/types';
import type { NormSpec } from '../fusion/method';
import { normalise } from '../fusion/normalise';
import { poolOf } from '../fusion/pool';
import { uniform } from '../statistics/random';
import { pdgdGradient, type PdgdQuestion, sampledList } from './pdgd';

/** DrawnFrom of one question, each text once, with what a weighted sum of lists adds up. */
export interface DrawnFrom {
  readonly passages: readonly string[];
  /** By passage: its normalised score in each list, 0 where the list does not have it. */
  readonly features: readonly (readonly number[])[];
}

/** A list that was drawn from a weighted sum of lists: complete before it is shown, so that it can be computed again. */
export interface DrawnList extends DrawnFrom {
  readonly method: 'plackett-luce';
  readonly depth: number;
  /** A whole number, of which the lower 32 bits count. */
  readonly seed: number;
  /** One a list: those by which it was drawn. */
  readonly weights: readonly number[];
  /** Passages, first place first. */
  readonly shown: readonly string[];
}

/**
 * All passages that any list found, with the scores that `wsum` adds up: normalised over the whole list, 0 where a list
 * does not have the passage. Of passages of the same text the one with the highest sum of scores stands for all, the
 * first in trec order among equals: a person marks a text once.
 *
 * @param rankings one a list
 * @param textOf of a passage; null where it is not known
 */
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

/** Draws the list of a question; the same for the same request. */
export function drawnList(
  { passages, features }: DrawnFrom,
  { weights, depth, seed }: Pick<DrawnList, 'weights' | 'depth' | 'seed'>,
): DrawnList {
  const drawn = sampledList(Float64Array.from(weights), questionOf(features), { depth, random: uniform(seed) });
  const shown = drawn.map((doc) => passages[doc]!);
  return { method: 'plackett-luce', depth, seed, weights, passages, features, shown };
}

/**
 * The weights after a list was marked: one step along the gradient ({@link pdgdGradient}), and none under 0, since a
 * weighted sum has none. A list without a mark moves nothing.
 *
 * @param rate what the gradient is multiplied by
 * @throws {RangeError} for a mark that is not on the list
 */
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
