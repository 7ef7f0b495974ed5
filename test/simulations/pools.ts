import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parseTypedJson } from '../../src/base/typed-json';
import { docId, queryId, type DocId, type Qrels, type QueryId } from '../../src/base/types';
import type { ResultRecord } from '../../src/contract/result';
import type { PooledQuestion } from '../../src/domain/evidence/pooled-question';
import { judgeRanked } from '../../src/domain/measures/judge';
import { measureOf } from '../../src/domain/measures/parse';
import { rankingScorer } from '../../src/domain/measures/score';
import { firstOf } from '../../src/domain/judging/pool';
import { rank } from '../../src/domain/run/order';
import { goldenPath, readQrels, readRun, sharedGoldenPath } from '../golden/read';

export const DEPTH = 10;

/** A question whose pool is judged completely: what has no judgment is not relevant. */
export interface CompleteQuestion {
  readonly question: PooledQuestion;
  readonly grades: readonly number[];
}

/** Two systems on the questions that have a relevant document, their first ten passages pooled. */
export interface CompletePair {
  readonly name: string;
  readonly questions: readonly CompleteQuestion[];
}

const RUNS = ['bm25', 'lsi', 'tfidf', 'ql-dirichlet', 'tied'];

/** All pairs of runs of Cranfield; none where its judgments are absent. */
export function cranfieldPools(): CompletePair[] {
  const path = sharedGoldenPath('runs', 'cranfield.qrels');
  if (path === null) return [];
  const qrels = readQrels(path);
  const lists = RUNS.map((name) => {
    const run = readRun(goldenPath('runs', `${name}.run`));
    const first = (query: QueryId): DocId[] =>
      rank(run.get(query) ?? [])
        .slice(0, DEPTH)
        .map(({ id }) => id);
    return { name, first };
  });
  return pairsOf(lists, qrels);
}

/** All pairs of the bundled sample's systems. */
export function samplePools(): CompletePair[] {
  const folder = new URL('../../public/samples/hitrate-sample/', import.meta.url);
  const result = parseTypedJson(
    gunzipSync(readFileSync(new URL('result.bin', folder))).toString('utf8'),
  ) as ResultRecord;
  const qrels = new Map<QueryId, Map<DocId, number>>();
  for (const line of readFileSync(new URL('qrels/test.tsv', folder), 'utf8').trim().split('\n').slice(1)) {
    const [query, doc, grade] = line.trim().split('\t') as [string, string, string];
    const judged = qrels.get(queryId(query)) ?? new Map<DocId, number>();
    qrels.set(queryId(query), judged.set(docId(doc), Number(grade)));
  }
  const places = new Map(result.queries.map((query, i) => [query, i]));
  const lists = result.systems.map(({ id, top }) => ({
    name: id,
    first: (query: QueryId): DocId[] => firstOf(result, top, places.get(query)!, DEPTH),
  }));
  return pairsOf(lists, qrels);
}

interface List {
  readonly name: string;
  readonly first: (query: QueryId) => DocId[];
}

function pairsOf(lists: readonly List[], qrels: Qrels): CompletePair[] {
  const queries = [...qrels].filter(([, judged]) => [...judged.values()].some((grade) => grade > 0));
  return lists.flatMap((first, i) =>
    lists.slice(i + 1).map((second) => ({
      name: `${first.name}, ${second.name}`,
      questions: queries.map(([query, judged]) => pooled(query, [first.first(query), second.first(query)], judged)),
    })),
  );
}

function pooled(
  query: QueryId,
  lists: readonly (readonly DocId[])[],
  judged: ReadonlyMap<DocId, number>,
): CompleteQuestion {
  const ids = [...new Set(lists.flat())];
  return {
    question: {
      query,
      items: ids.map((key) => ({ key, passages: 1 })),
      lists: lists.map((list) => list.map((id) => ids.indexOf(id))),
    },
    grades: ids.map((id) => Math.max(0, judged.get(id) ?? 0)),
  };
}

/** The difference first − second by the measure itself, of the judgments of a pool. */
export function differenceOf({ question, grades }: CompleteQuestion, text: string, maxGrade: number): number {
  const judged = new Map(question.items.map(({ key }, item) => [docId(key), grades[item]!]));
  const score = rankingScorer([measureOf(text)], { relevance: 1, maxGrade });
  const [first, second] = question.lists.map(
    (list) =>
      score(
        judgeRanked(
          list.map((item) => docId(question.items[item]!.key)),
          judged,
        ),
      )[0]!,
  ) as [number, number];
  return first - second;
}

export const highestOf = ({ questions }: CompletePair): number =>
  questions.reduce((most, { grades }) => Math.max(most, ...grades), 1);
