import MiniSearch, { type SearchResult } from 'minisearch';
import type { LexicalApi } from '../../contract/lexical';
import { TopK } from '../../domain/retrieval/top-k';
import { packRankings } from '../../domain/run/packed';
import type { LexicalSpec } from '../../domain/spec/experiment';
import { analyzers } from '../../domain/text/analyzers';

interface Entry {
  id: number;
  text: string;
}

/** BM25+ over a MiniSearch index. */
export function createLexical(): LexicalApi {
  let index: MiniSearch<Entry> | null = null;

  const opened = (): MiniSearch<Entry> => {
    if (!index) throw new Error('the lexical index is used before it is opened');
    return index;
  };

  return {
    async create({ analyzer }) {
      index = new MiniSearch<Entry>(options(analyzer));
    },
    async add({ texts }) {
      const began = performance.now();
      const first = opened().documentCount;
      opened().addAll(texts.map((text, i) => ({ id: first + i, text })));
      return { milliseconds: performance.now() - began };
    },
    async serialise() {
      try {
        return new Blob([JSON.stringify(opened())], { type: 'application/json' });
      } catch (error) {
        // `Invalid string length`: the one way in which an index can be too large to be written.
        if (error instanceof RangeError) return null;
        throw error;
      }
    },
    async open({ index: stored, analyzer }) {
      try {
        index = MiniSearch.loadJSON<Entry>(await stored.text(), options(analyzer));
        return true;
      } catch {
        return false;
      }
    },
    async search({ queries, depth, spec }) {
      const milliseconds = new Float64Array(queries.length);
      const lists = queries.map((query, i) => {
        const began = performance.now();
        const hits = searchOne(opened(), query, depth, spec);
        milliseconds[i] = performance.now() - began;
        return hits;
      });
      return { ...packRankings(lists), milliseconds };
    },
  };
}

/** The analyzer gives final terms, so MiniSearch's own term processing is switched off. */
function options(analyzer: LexicalSpec['analyzer']) {
  return {
    fields: ['text'],
    tokenize: (text: string) => analyzers[analyzer](text),
    processTerm: (term: string) => term,
  };
}

function searchOne(index: MiniSearch<Entry>, query: string, depth: number, spec: LexicalSpec) {
  const best = new TopK(Math.min(depth, index.documentCount));
  const bm25 = { k: spec.k1, b: spec.b, d: spec.delta };
  for (const hit of index.search(query, { combineWith: 'OR', bm25 })) best.offer(hit.id as number, scoreOf(hit, spec));
  return best.drain();
}

/** MiniSearch multiplies the BM25+ sum by the number of distinct query terms that matched: undone unless asked for. */
function scoreOf(hit: SearchResult, spec: LexicalSpec): number {
  return spec.score === 'times-matched-terms' ? hit.score : hit.score / hit.queryTerms.length;
}
