import { createLexical } from '../../src/adapters/lexical/lexical';
import type { Doc, DocId, Ranking } from '../../src/base/types';
import { passageText } from '../../src/domain/dataset/corpus';
import { languagesOf } from '../../src/domain/dataset/languages';
import { lexical } from '../../src/domain/experiment/catalogue';
import { DEFAULT_SETTINGS } from '../../src/domain/experiment/settings';
import { fuse } from '../../src/domain/fusion/fuse';
import type { FusionSpec } from '../../src/domain/fusion/fusion-spec';
import { rerankOrder } from '../../src/domain/rerank/rerank-order';
import { openMatrix, shortened } from '../../src/domain/retrieval/dense/search';
import type { ScoredDoc } from '../../src/domain/retrieval/top-k';
import { DEFAULT_SCORERS } from '../../src/domain/retrieval/lexical/scorers';
import { DEFAULT_QUESTIONS, type WordSpec } from '../../src/domain/retrieval/retriever-spec';
import { unpackRankings } from '../../src/domain/run/packed';
import { analyzerFor, analyzerOf, type AnalyzerSpec } from '../../src/domain/text/analyzer-spec';
import type { openEmbedding, openReranker } from './networks';

export interface Networks {
  readonly embed: Awaited<ReturnType<typeof openEmbedding>>;
  readonly reranker: Awaited<ReturnType<typeof openReranker>>;
}

/** The six ready-made systems with their default settings, and six of the catalogue. */
export const STUDY_SYSTEMS = [
  ...['bm25', 'embedding', 'ensemble', 'ensemble-rrf', 'ensemble-rerank', 'ensemble-rrf-rerank'],
  ...['bm25-lucene', 'tf-idf', 'query-likelihood', 'bm25-rm3', 'bm25-cjk-unigram', 'matryoshka-half'],
] as const;

const DEPTH = DEFAULT_SETTINGS.depth;

/** Searches one collection with {@link STUDY_SYSTEMS}. Documents are passages, as they are in collections of passages. */
export async function openSystems(docs: readonly Doc[], { embed, reranker }: Networks) {
  const ids = docs.map(({ id }) => id);
  const texts = docs.map(passageText);
  const position = new Map(ids.map((id, i) => [id, i]));
  const analyzer = analyzerFor(languagesOf(docs));
  const passages = await embed(texts);
  const half = passages.dimensions / 2;
  const { k1, b, delta, score } = DEFAULT_SETTINGS.lexical;
  const words: Readonly<Record<string, WordSpec>> = {
    bm25: { kind: 'minisearch', analyzer, k1, b, delta, score },
    'bm25-lucene': lexical(analyzer),
    'tf-idf': lexical(analyzer, DEFAULT_SCORERS['tf-idf']),
    'query-likelihood': lexical(analyzer, DEFAULT_SCORERS['query-likelihood']),
    'bm25-rm3': lexical(analyzer, undefined, DEFAULT_QUESTIONS.rm3),
    'bm25-cjk-unigram': lexical(analyzerOf('cjk-unigram')!),
  };
  const indexes = new Map<string, ReturnType<typeof createLexical>>();
  for (const [id, spec] of Object.entries(words)) indexes.set(id, await indexed(spec, texts));

  /** The rankings of each system, in the order of the questions. */
  return async (questions: readonly string[]): Promise<ReadonlyMap<string, readonly Ranking[]>> => {
    const found = new Map<string, readonly Ranking[]>();
    for (const [id, spec] of Object.entries(words)) {
      const packed = await indexes.get(id)!.search({ queries: [...questions], depth: DEPTH, spec });
      found.set(id, unpackRankings(packed, ids));
    }
    const asked = await embed(questions);
    const now = (): number => 0;
    const named = ({ lists }: { readonly lists: readonly (readonly ScoredDoc[])[] }): Ranking[] =>
      lists.map((list) => list.map(({ doc, score: value }) => ({ id: ids[doc]!, score: value })));
    const index = openMatrix(passages.rows, passages.dimensions, 'dot-product');
    found.set('embedding', named(index.search(asked.rows, DEPTH, now)));
    const first = (rows: Float32Array): Float32Array => shortened(rows, passages.dimensions, half, true);
    const halves = openMatrix(first(passages.rows), half, 'dot-product');
    found.set('matryoshka-half', named(halves.search(first(asked.rows), DEPTH, now)));
    for (const [id, spec] of Object.entries(FUSIONS)) {
      const lists = questions.map((_, q) => fuse([found.get('bm25')![q]!, found.get('embedding')![q]!], spec));
      found.set(id, lists);
      const alpha = id === 'ensemble' ? RERANKER_INTERPOLATION : 0;
      const reranked: Ranking[] = [];
      for (const [q, question] of questions.entries()) {
        const candidates = lists[q]!.slice(0, DEFAULT_SETTINGS.candidates);
        const passagesOf = candidates.map(({ id: doc }: { id: DocId }) => texts[position.get(doc)!]!);
        reranked.push(rerankOrder(lists[q]!, await reranker.score(question, passagesOf), alpha));
      }
      found.set(`${id}-rerank`, reranked);
    }
    return found;
  };
}

/** That of the bundled reranker's card. */
const RERANKER_INTERPOLATION = 0.5;

const FUSIONS: Readonly<Record<string, FusionSpec>> = {
  ensemble: {
    method: 'wsum',
    norm: 'min-max',
    weights: [DEFAULT_SETTINGS.lexicalWeight, 1 - DEFAULT_SETTINGS.lexicalWeight],
    absent: 'zero',
  },
  'ensemble-rrf': { method: 'rrf', constant: DEFAULT_SETTINGS.rrfConstant, weights: [1, 1] },
};

async function indexed(spec: WordSpec & { readonly analyzer: AnalyzerSpec }, texts: readonly string[]) {
  const index = createLexical();
  await index.create({ kind: spec.kind === 'minisearch' ? 'minisearch' : 'postings', analyzer: spec.analyzer });
  await index.add({ texts: [...texts] });
  return index;
}
