import type { Candidates } from '../../../../src/contract/workers';
import { packRankings } from '../../../../src/domain/run/packed';
import { DEFAULT_FEATURES, type FeaturesSpec } from '../../../../src/domain/ltr/learned-spec';
import { type Query, type DocId, docId, queryId } from '../../../../src/base/types';

/** Numbers that look random and are the same in every run (a linear congruential generator, Numerical Recipes). */
export function numbers(seed = 1): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

export interface MadeUp {
  readonly queries: readonly Query[];
  readonly docs: readonly DocId[];
  readonly texts: readonly string[];
  /** Of each route and question, hits best first; documents by their place. */
  readonly lists: readonly (readonly (readonly { doc: number; score: number }[])[])[];
  /** The relevant document of each question. */
  readonly relevant: readonly number[];
}

/** Questions of two words, of which one passage has both; two routes find it among others, seldom in first place. */
export function madeUp(questions = 24, perQuestion = 8): MadeUp {
  const random = numbers();
  const queries = Array.from({ length: questions }, (_, q) => ({ id: queryId(`q${q}`), text: `left${q} right${q}` }));
  const docs: DocId[] = [];
  const texts: string[] = [];
  const relevant: number[] = [];
  const lists: { doc: number; score: number }[][][] = [[], []];
  queries.forEach((_, q) => {
    const places = Array.from({ length: perQuestion }, (_, i) => {
      docs.push(docId(`d${String(docs.length).padStart(4, '0')}`));
      const filler = 'word '.repeat(1 + Math.floor(random() * 9));
      texts.push(i === 0 ? `left${q} right${q} ${filler}` : `${i % 2 === 0 ? `left${q} ` : ''}${filler}`);
      return docs.length - 1;
    });
    relevant.push(places[0]!);
    for (const list of lists) {
      const scored = places.map((doc, i) => ({ doc, score: random() + (i === 0 ? 0.2 : 0) }));
      list.push(scored.filter(() => random() < 0.9).sort((a, b) => b.score - a.score));
    }
  });
  return { queries, docs, texts, lists, relevant };
}

/** @param gradeOf grade of a question's candidate; null where it is not judged */
export function candidatesOf(
  { queries, docs, lists, relevant }: MadeUp,
  gradeOf: (q: number, doc: number) => number | null = (q, doc) => (doc === relevant[q] ? 1 : null),
): Candidates {
  const judged = queries.map((_, q) => {
    const found = [...new Set(lists.flatMap((list) => list[q]!.map(({ doc }) => doc)))];
    return found.flatMap((doc) => {
      const grade = gradeOf(q, doc);
      return grade === null ? [] : [{ doc, score: grade }];
    });
  });
  return {
    questions: queries,
    docs,
    routes: lists.map(packRankings),
    depth: 10,
    judged: packRankings(judged),
    numbers: [],
  };
}

export const ALL: FeaturesSpec = DEFAULT_FEATURES;
/** What needs no texts. */
export const LISTS_ALONE: FeaturesSpec = { ...DEFAULT_FEATURES, terms: [] };
