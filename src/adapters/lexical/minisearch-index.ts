import MiniSearch, { type SearchResult } from 'minisearch';
import type { KeptIndex } from '../../contract/lexical';
import { TopK } from '../../domain/retrieval/top-k';
import type { MiniSearchSpec } from '../../domain/spec/retrievers';
import type { Analyzer } from '../../domain/text/open-analyzer';
import { explainOne } from './minisearch-explain';
import type { WordIndex } from './word-index';

interface Entry {
  id: number;
  text: string;
}

/** BM25+ over a MiniSearch index. */
export function createMiniSearch(analyze: Analyzer): WordIndex {
  return wordIndex(new MiniSearch<Entry>(options(analyze)), analyze);
}

/** Opens what `serialise` gave; null where it cannot be read. */
export async function openMiniSearch(kept: KeptIndex, analyze: Analyzer): Promise<WordIndex | null> {
  if (!(kept instanceof Blob)) return null;
  try {
    return wordIndex(MiniSearch.loadJSON<Entry>(await kept.text(), options(analyze)), analyze);
  } catch {
    return null;
  }
}

function wordIndex(index: MiniSearch<Entry>, analyze: Analyzer): WordIndex {
  return {
    add(texts) {
      const first = index.documentCount;
      index.addAll(texts.map((text, i) => ({ id: first + i, text })));
    },
    serialise() {
      try {
        return new Blob([JSON.stringify(index)], { type: 'application/json' });
      } catch (error) {
        // `Invalid string length`: the one way in which an index can be too large to be written.
        if (error instanceof RangeError) return null;
        throw error;
      }
    },
    searcher(spec) {
      if (spec.kind !== 'minisearch') throw new TypeError(`a MiniSearch index is searched as ${spec.kind}`);
      return (question, depth) => searchOne(index, question, depth, spec);
    },
    explainer(spec) {
      if (spec.kind !== 'minisearch') throw new TypeError(`a MiniSearch index is explained as ${spec.kind}`);
      return (question, doc, indexed) => explainOne(index, analyze, question, { doc, indexed }, spec);
    },
  };
}

/** The analyzer gives final terms, so MiniSearch's own term processing is switched off. */
function options(analyze: Analyzer) {
  return { fields: ['text'], tokenize: analyze, processTerm: (term: string) => term };
}

function searchOne(index: MiniSearch<Entry>, question: string, depth: number, spec: MiniSearchSpec) {
  const best = new TopK(Math.min(depth, index.documentCount));
  const bm25 = { k: spec.k1, b: spec.b, d: spec.delta };
  for (const hit of index.search(question, { combineWith: 'OR', bm25 }))
    best.offer(hit.id as number, scoreOf(hit, spec));
  return best.drain();
}

/** MiniSearch multiplies the BM25+ sum by the number of distinct query terms that matched: undone unless asked for. */
function scoreOf(hit: SearchResult, spec: MiniSearchSpec): number {
  return spec.score === 'times-matched-terms' ? hit.score : hit.score / hit.queryTerms.length;
}
