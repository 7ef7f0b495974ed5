import { rank } from '../run/order';
import type { DocId, Need, Ranking } from '../../base/types';
import type { RetrievedText } from './retrieved-text';

export interface Relevant {
  /** R: how many judged documents are relevant, retrieved or not. */
  readonly total: number;
  readonly ranks: readonly number[];
}

export interface MetNeeds {
  readonly total: number;
  /** For each need the rank, from 1, of the first document that meets it; Infinity where none was retrieved. */
  readonly ranks: readonly number[];
}

export class JudgedRanking {
  readonly #relevant = new Map<number, Relevant>();
  #ideal: readonly number[] | undefined;

  /** @param grades by rank, `undefined` where unjudged @param judged all judgments of the question */
  constructor(
    readonly grades: readonly (number | undefined)[],
    readonly judged: ReadonlyMap<DocId, number>,
    readonly needs: MetNeeds | null = null,
    readonly text: RetrievedText | null = null,
  ) {}

  relevant(threshold: number): Relevant {
    let found = this.#relevant.get(threshold);
    if (!found) this.#relevant.set(threshold, (found = this.#findRelevant(threshold)));
    return found;
  }

  /** Positive grades of all judged documents, highest first: the grades of the ideal ranking. */
  get idealGrades(): readonly number[] {
    this.#ideal ??= [...this.judged.values()].filter((grade) => grade > 0).sort((a, b) => b - a);
    return this.#ideal;
  }

  #findRelevant(threshold: number): Relevant {
    let total = 0;
    for (const grade of this.judged.values()) if (isRelevant(grade, threshold)) total++;
    const ranks: number[] = [];
    const { grades } = this;
    for (let i = 0; i < grades.length; i++) if (isRelevant(grades[i], threshold)) ranks.push(i + 1);
    return { total, ranks };
  }
}

/** Relevant means judged with at least this grade: unjudged documents and negative grades never are. */
export const isRelevant = (grade: number | undefined, threshold: number): boolean =>
  grade !== undefined && grade >= threshold;

/** Judged means a grade of 0 or more: a negative grade counts as unjudged, as in trec_eval. */
export const isJudged = (grade: number | undefined): grade is number => grade !== undefined && grade >= 0;

export function countWithin(ranks: readonly number[], k: number): number {
  let count = 0;
  while (count < ranks.length && ranks[count]! <= k) count++;
  return count;
}

type ReadText = (ids: readonly DocId[]) => RetrievedText;

/** Looks up the grades of a ranking. @throws {RangeError} if a document is listed twice or a score is not a number */
export function judge(
  ranking: Ranking,
  judged: ReadonlyMap<DocId, number>,
  needs?: readonly Need[],
  textOf?: ReadText,
): JudgedRanking {
  checkRanking(ranking);
  const ids = rank(ranking).map((hit) => hit.id);
  return judgeRanked(ids, judged, needs, textOf);
}

/** As {@link judge}, for documents that are known to be in the order of trec_eval, each once. */
export function judgeRanked(
  ids: readonly DocId[],
  judged: ReadonlyMap<DocId, number>,
  needs?: readonly Need[],
  textOf?: ReadText,
): JudgedRanking {
  return new JudgedRanking(
    ids.map((id) => judged.get(id)),
    judged,
    needs ? metNeeds(needs, new Map(ids.map((id, i) => [id, i + 1]))) : null,
    textOf ? textOf(ids) : null,
  );
}

export function checkRanking(ranking: Ranking): void {
  const seen = new Set<DocId>();
  for (const { id, score } of ranking) {
    if (seen.has(id)) throw new RangeError(`document “${id}” is in the ranking twice`);
    if (Number.isNaN(score)) throw new RangeError(`the score of document “${id}” is not a number`);
    seen.add(id);
  }
}

export function metNeeds(needs: readonly Need[], rankOf: ReadonlyMap<DocId, number>): MetNeeds {
  const first = (need: Need) => need.docs.reduce((best, doc) => Math.min(best, rankOf.get(doc) ?? Infinity), Infinity);
  return { total: needs.length, ranks: needs.map(first) };
}
