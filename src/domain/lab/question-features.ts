import { CJK } from '../text/cjk';
import { cjkBigram } from '../text/cjk-bigram';
import { meanAndDeviation } from '../fusion/list-scores';
import type { PooledList } from '../fusion/pool';
import type { LabQuestion } from './questions';

/** Known before anything is judged. */
export interface QuestionFeatures {
  readonly names: readonly string[];
  /** Questions × names, row-major. */
  readonly values: Float64Array;
}

/** First ranks whose overlap is counted. */
const FIRST = 10;

/**
 * Of the text its length and script; of each list how many documents it has, how far the first stands above the list's
 * mean and above the second, in the list's standard deviations; of each two lists how many of the first 10 they share.
 * Scores themselves are not comparable between lists.
 *
 * Cronen-Townsend, Zhou and Croft, “Predicting Query Performance”, SIGIR 2002; Shtok et al., “Predicting Query
 * Performance by Query-Drift Estimation”, TOIS 2012.
 */
export function questionFeatures(questions: readonly LabQuestion[], lists: readonly string[]): QuestionFeatures {
  const pairs = lists.flatMap((_, i) => lists.slice(i + 1).map((__, j) => [i, i + 1 + j] as const));
  const names = [
    'terms',
    'characters',
    'share of CJK characters',
    'has a digit',
    ...lists.flatMap((list) => [`${list}: documents`, `${list}: first above mean`, `${list}: first above second`]),
    ...pairs.map(([i, j]) => `${lists[i]!} and ${lists[j]!}: first ${FIRST} shared`),
  ];
  const rows = questions.map(({ text, pool }) => [
    ...textFeatures(text),
    ...pool.lists.flatMap(listFeatures),
    ...pairs.map(([i, j]) => shared(pool.lists[i]!, pool.lists[j]!)),
  ]);
  return { names, values: Float64Array.from(rows.flat()) };
}

/** Lengths by their logarithm: from 3 to 6 terms is as far as from 30 to 60. */
function textFeatures(text: string): number[] {
  const characters = [...text];
  const cjk = characters.filter((character) => CJK.test(character)).length;
  return [
    Math.log1p(cjkBigram(text).length),
    Math.log1p(characters.length),
    cjk / Math.max(1, characters.length),
    Number(/\p{N}/u.test(text)),
  ];
}

function listFeatures({ length, scores, docs }: PooledList): number[] {
  const { mean, deviation } = meanAndDeviation(scores, 0);
  const [first, second] = [docs[0], docs[1]].map((doc) => (doc === undefined ? NaN : scores[doc]!)) as [number, number];
  const spread = (above: number): number => (deviation > 0 && Number.isFinite(above) ? above / deviation : 0);
  return [Math.log1p(length), spread(first - mean), spread(first - second)];
}

function shared(a: PooledList, b: PooledList): number {
  let count = 0;
  for (const doc of a.docs.subarray(0, FIRST)) if (b.ranks[doc]! > 0 && b.ranks[doc]! <= FIRST) count++;
  return count / FIRST;
}
