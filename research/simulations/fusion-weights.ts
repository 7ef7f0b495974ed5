import { createLexical } from '../../src/adapters/lexical/lexical';
import { docId, type Doc, type DocId, type Ranking } from '../../src/base/types';
import { passageText } from '../../src/domain/dataset/corpus';
import { languagesOf } from '../../src/domain/dataset/languages';
import { DEFAULT_SETTINGS } from '../../src/domain/experiment/settings';
import { fusePool } from '../../src/domain/fusion/fuse';
import { normalise } from '../../src/domain/fusion/normalise';
import { poolOf } from '../../src/domain/fusion/pool';
import { type TiedRanking, tiedRanking } from '../../src/domain/learning/interleaving';
import { judgeRanked } from '../../src/domain/measures/judge';
import { measureOf } from '../../src/domain/measures/parse';
import { rankingScorer } from '../../src/domain/measures/score';
import { openMatrix } from '../../src/domain/retrieval/dense/search';
import { unpackRankings } from '../../src/domain/run/packed';
import { analyzerFor } from '../../src/domain/text/analyzer-spec';
import { type StudyCollection, studyCollections } from '../question-study/collections';

const DEPTH = 10;

/** Weights of BM25, the rest being that of the bundled embedding, by their names. */
const FUSION_WEIGHTS: readonly string[] = Array.from({ length: 11 }, (_, i) => (i / 10).toFixed(1));

export interface WeightedQuestion {
  /** The first ten passages, by weight. */
  readonly rankings: ReadonlyMap<string, TiedRanking>;
  readonly helpful: ReadonlySet<string>;
  /** Min-max normalised scores of both retrievers, of all passages that either found. */
  readonly features: readonly Float64Array[];
  readonly passages: readonly string[];
  /** nDCG@10 of any order of its passages. */
  readonly scoreOf: (passages: readonly string[]) => number;
}

export interface WeightedCollection {
  readonly questions: readonly WeightedQuestion[];
  /** The whole lists of BM25 and of the embedding, by question. */
  readonly lists: readonly (readonly [Ranking, Ranking])[];
  /** Mean nDCG@10, by weight. */
  readonly values: ReadonlyMap<string, number>;
}

const opened = new Map<string, Promise<WeightedCollection>>();

/** What every weight finds for every question of a collection of the evaluation data; computed once. */
export function weightedCollection(name: string): Promise<WeightedCollection> {
  const known = opened.get(name) ?? searched(name);
  opened.set(name, known);
  return known;
}

async function searched(name: string): Promise<WeightedCollection> {
  const [{ docs, queries, judgments }] = (await studyCollections([name], Infinity)) as [StudyCollection];
  const ids = docs.map(({ id }) => id);
  const texts = docs.map(passageText);
  const asked = queries.map(({ text }) => text);
  const byWords = await byLexicalSearch(docs, texts, ids, asked);
  // Loaded when needed: tables are listed without a network.
  const { openEmbedding } = await import('../question-study/networks');
  const embed = await openEmbedding();
  const [passages, vectors] = [await embed(texts), await embed(asked)];
  const index = openMatrix(passages.rows, passages.dimensions, 'dot-product');
  const dense = index.search(vectors.rows, DEFAULT_SETTINGS.depth, () => 0);
  const maxGrade = Math.max(...judgments.map(({ grade }) => grade));
  const ndcg = rankingScorer([measureOf(`nDCG@${DEPTH}`)], { relevance: 1, maxGrade });
  const vectorsOf = (q: number): Ranking => dense.lists[q]!.map(({ doc, score }) => ({ id: ids[doc]!, score }));
  const questions = queries.map((query, q): WeightedQuestion => {
    const pool = poolOf([byWords[q]!, vectorsOf(q)]);
    const columns = normalise(pool, 'min-max');
    const judged = new Map(judgments.filter((each) => each.query === query.id).map(({ doc, grade }) => [doc, grade]));
    return {
      rankings: new Map(
        FUSION_WEIGHTS.map((weight) => {
          const weights = [Number(weight), 1 - Number(weight)];
          return [
            weight,
            tiedRanking(fusePool(pool, { method: 'wsum', norm: 'min-max', weights, absent: 'zero' }), DEPTH),
          ];
        }),
      ),
      helpful: new Set<string>([...judged].filter(([, grade]) => grade > 0).map(([doc]) => doc)),
      features: pool.ids.map((_, doc) => Float64Array.from(columns, (column) => column[doc]! || 0)),
      passages: pool.ids,
      scoreOf: (order) =>
        ndcg(
          judgeRanked(
            order.map((id) => docId(id)),
            judged,
          ),
        )[0]!,
    };
  });
  const mean = (weight: string): number =>
    questions.reduce((sum, { rankings, scoreOf }) => sum + scoreOf(rankings.get(weight)!.flat()), 0) / questions.length;
  const lists = questions.map((_, q) => [byWords[q]!, vectorsOf(q)] as const);
  return { questions, lists, values: new Map(FUSION_WEIGHTS.map((weight) => [weight, mean(weight)])) };
}

async function byLexicalSearch(
  docs: readonly Doc[],
  texts: readonly string[],
  ids: readonly DocId[],
  queries: readonly string[],
): Promise<readonly Ranking[]> {
  const analyzer = analyzerFor(languagesOf(docs));
  const { k1, b, delta, score } = DEFAULT_SETTINGS.lexical;
  const index = createLexical();
  await index.create({ kind: 'minisearch', analyzer });
  await index.add({ texts: [...texts] });
  const spec = { kind: 'minisearch', analyzer, k1, b, delta, score } as const;
  return unpackRankings(await index.search({ queries: [...queries], depth: DEFAULT_SETTINGS.depth, spec }), ids);
}
