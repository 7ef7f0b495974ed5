import type { KeptIndex, LexicalApi } from '../../contract/workers';
import { openExplainer } from '../../domain/retrieval/lexical/search';
import { openWords } from '../../domain/retrieval/lexical/open-words';
import { Postings, PostingsBuilder, type StoredPostings } from '../../domain/retrieval/lexical/postings';
import { type Analyzer, stopWordSet } from '../../domain/text/plain-text';
import { type WordIndex, createMiniSearch, openMiniSearch } from './minisearch-index';
import { packRankings } from '../../domain/run/packed';
import { canonicalJson } from '../../base/hash';
import { openAnalyzer } from '../../domain/text/open-analyzer';
import { termPlaces } from '../../domain/text/term-places';
import { analyzerLoaders } from '../text/loaders';

export function createPostings(analyze: Analyzer): WordIndex {
  return wordIndex(analyze, new PostingsBuilder());
}

function openPostings(kept: KeptIndex, analyze: Analyzer): WordIndex | null {
  if (kept instanceof Blob) return null;
  try {
    return wordIndex(analyze, finished(kept));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

interface Finished {
  readonly stored: StoredPostings;
  readonly postings: Postings;
}

const finished = (stored: StoredPostings): Finished => ({ stored, postings: new Postings(stored) });

function wordIndex(analyze: Analyzer, from: PostingsBuilder | Finished): WordIndex {
  let index = from;
  const finish = (): Finished => (index instanceof PostingsBuilder ? (index = finished(index.finish())) : index);
  return {
    add(texts) {
      if (!(index instanceof PostingsBuilder))
        throw new Error('passages are added to an index that is searched already');
      index.add(texts.map(analyze));
    },
    serialise: () => finish().stored,
    searcher(spec) {
      if (spec.kind === 'minisearch') throw new TypeError('an index of postings is searched as MiniSearch');
      const search = openWords(finish().postings, spec);
      return (question, depth) => search(analyze(question), depth);
    },
    explainer(spec) {
      if (spec.kind === 'minisearch') throw new TypeError('an index of postings is explained as MiniSearch');
      const explain = openExplainer(finish().postings, spec);
      return (question, doc) => explain(analyze(question), doc);
    },
  };
}

export function createLexical(): LexicalApi {
  let index: WordIndex | null = null;
  let latest: { readonly key: string; readonly search: ReturnType<WordIndex['searcher']> } | null = null;

  const opened = (): WordIndex => {
    if (!index) throw new Error('the lexical index is used before it is opened');
    return index;
  };
  const take = (next: WordIndex | null): void => {
    index = next;
    latest = null;
  };

  return {
    async create({ kind, analyzer }) {
      const analyze = await openAnalyzer(analyzer, analyzerLoaders);
      take(kind === 'minisearch' ? createMiniSearch(analyze) : createPostings(analyze));
    },
    async add({ texts }) {
      const began = performance.now();
      opened().add(texts);
      return { milliseconds: performance.now() - began };
    },
    async serialise() {
      const kept = opened().serialise();
      return kept && { index: kept };
    },
    async open({ kind, index: kept, analyzer }) {
      const analyze = await openAnalyzer(analyzer, analyzerLoaders);
      take(kind === 'minisearch' ? await openMiniSearch(kept, analyze) : openPostings(kept, analyze));
      return index !== null;
    },
    async stopWords({ languages }) {
      const lists = languages.map(async (language) => {
        const words = await analyzerLoaders.stopWords(language);
        return [language, [...stopWordSet(words)]] as const;
      });
      return Object.fromEntries(await Promise.all(lists));
    },
    async terms({ analyzer, texts }) {
      const analyze = await openAnalyzer(analyzer, analyzerLoaders);
      return texts.map(analyze);
    },
    async search({ queries, depth, spec }) {
      const key = canonicalJson(spec);
      if (latest?.key !== key) latest = { key, search: opened().searcher(spec) };
      const { search } = latest;
      const milliseconds = new Float64Array(queries.length);
      const lists = queries.map((query, i) => {
        const began = performance.now();
        const hits = search(query, depth);
        milliseconds[i] = performance.now() - began;
        return hits;
      });
      return { ...packRankings(lists), milliseconds };
    },
    async explain({ query, passages, spec }) {
      const explain = opened().explainer(spec);
      const analyze = await openAnalyzer(spec.analyzer, analyzerLoaders);
      const overlapping = spec.analyzer.tokens === 'cjk-bigram';
      return passages.map(({ position, indexed, shown }) => {
        const explanation = explain(query, position, indexed);
        const held = explanation.terms.filter(({ inDocument }) => inDocument > 0).map(({ term }) => term);
        const wanted = new Set(held);
        return { ...explanation, places: shown.map((text) => termPlaces(text, wanted, analyze, overlapping)) };
      });
    },
  };
}
