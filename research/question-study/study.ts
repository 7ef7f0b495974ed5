import type { Doc, DocId, Judgment, Qrels, QueryId, Run } from '../../src/base/types';
import { mean, score } from '../../src/domain/measures/score';
import { measureOf } from '../../src/domain/measures/parse';
import type { CheckedCandidate } from '../../src/domain/questions/candidate';
import { leakOf } from '../../src/domain/questions/checks';
import { shuffled } from '../../src/domain/questions/generate/select';
import { kendallTau } from './kendall';
import type { StudyCollection } from './collections';
import { type openSystems, STUDY_SYSTEMS } from './systems';

type Search = Awaited<ReturnType<typeof openSystems>>;

const STUDY_MEASURE = 'nDCG@10';
const HALVES = 500;

/** Values of {@link STUDY_MEASURE} for each question of a set, by system in the order of {@link STUDY_SYSTEMS}. */
export type SystemValues = readonly Float64Array[];

export interface AskedSet {
  readonly texts: readonly string[];
  /** By question: grades of documents. */
  readonly judged: readonly ReadonlyMap<DocId, number>[];
}

/** The questions of a collection with its judgments. */
export function realQuestions({ queries, judgments }: Pick<StudyCollection, 'queries' | 'judgments'>): AskedSet {
  const byQuery = new Map<QueryId, Map<DocId, number>>();
  for (const { query, doc, grade } of judgments) setIn(byQuery, query, doc, grade);
  return { texts: queries.map(({ text }) => text), judged: queries.map(({ id }) => byQuery.get(id)!) };
}

function setIn(byQuery: Map<QueryId, Map<DocId, number>>, query: Judgment['query'], doc: DocId, grade: number): void {
  const own = byQuery.get(query) ?? new Map<DocId, number>();
  own.set(doc, grade);
  byQuery.set(query, own);
}

/** Candidates with what the page judges by default: their own passage, and those with the same question or text. */
export function generatedQuestions(candidates: readonly CheckedCandidate[]): AskedSet {
  return {
    texts: candidates.map(({ text }) => text),
    judged: candidates.map(({ place, also = [], checks }) => {
      const sure = checks.elsewhere.filter(({ why }) => why !== 'holds-words').map((each) => each.place);
      return new Map([place, ...also, ...sure].map(({ doc }) => [doc, 1]));
    }),
  };
}

/** Searches the questions with every system, and scores what is found. */
export async function valuesOf(search: Search, { texts, judged }: AskedSet): Promise<SystemValues> {
  const ids = texts.map((_, i) => `${i}` as QueryId);
  const qrels: Qrels = new Map(ids.map((id, i) => [id, judged[i]!]));
  const found = await search(texts);
  return STUDY_SYSTEMS.map((system) => {
    const run: Run = new Map(ids.map((id, i) => [id, found.get(system)![i]!]));
    return score(run, qrels, [measureOf(STUDY_MEASURE)]).values.get(STUDY_MEASURE)!;
  });
}

/** By system, over all questions or some. */
export const meansOf = (values: SystemValues, kept?: readonly number[]): number[] =>
  values.map((row) => mean(kept ? kept.map((q) => row[q]!) : row));

/** τ_b of the systems' means between random halves of the questions, in the mean over {@link HALVES} draws. */
export function splitHalfTau(values: SystemValues): number {
  const all = [...values[0]!.keys()];
  const middle = all.length >> 1;
  return mean(
    Array.from({ length: HALVES }, (_, draw) => {
      const mixed = shuffled(all, draw);
      return kendallTau(meansOf(values, mixed.slice(0, middle)), meansOf(values, mixed.slice(middle))) ?? 0;
    }),
  );
}

export interface Agreement {
  /** Kendall's τ_b of the systems' means on generated and on real questions. */
  readonly tau: number;
  /** Of the real questions alone. */
  readonly splitHalf: number;
  /** Pearson's correlation of the differences to BM25. */
  readonly differences: number;
}

export function agreementOf(generated: SystemValues, real: SystemValues): Agreement {
  const [a, b] = [meansOf(generated), meansOf(real)];
  const toFirst = (each: readonly number[]): number[] => each.slice(1).map((value) => value - each[0]!);
  return { tau: kendallTau(a, b) ?? 0, splitHalf: splitHalfTau(real), differences: pearson(toFirst(a), toFirst(b)) };
}

function pearson(a: readonly number[], b: readonly number[]): number {
  const [ma, mb] = [mean(a), mean(b)];
  const products = a.reduce((sum, value, i) => sum + (value - ma) * (b[i]! - mb), 0);
  const squares = (each: readonly number[], m: number): number =>
    each.reduce((sum, value) => sum + (value - m) ** 2, 0);
  return products / Math.sqrt(squares(a, ma) * squares(b, mb));
}

/** Mean share of a question's words that one of its relevant documents has: of several, the one with most. */
export function sharedWords({ texts, judged }: AskedSet, docs: readonly Doc[]): number {
  const byId = new Map(docs.map((doc) => [doc.id, `${doc.title}\n${doc.text}`]));
  const shares = texts.map((text, i) => {
    const relevant = [...judged[i]!].filter(([, grade]) => grade > 0).map(([doc]) => byId.get(doc) ?? '');
    return Math.max(...relevant.map((passage) => leakOf(text, passage) ?? 0));
  });
  return mean(shares);
}
