import type { AsPlainObject } from 'minisearch';
import type { KeptIndex } from '../../contract/workers';
import type { MiniSearchSpec, WordSpec } from '../../domain/retrieval/retriever-spec';
import type { Analyzer } from '../../domain/text/plain-text';
import { MiniSearchBuilder, type MiniSearchPostings, readStored, storedPieces } from './minisearch-postings';
import { explainOne, MiniSearchScores } from './minisearch-search';
import type { WordIndex } from './word-index';

/** Characters of the longest string that V8 holds: a longer index could not be read again. */
const LONGEST = 2 ** 29 - 24;

/** BM25+ over an index that MiniSearch builds. */
export function createMiniSearch(analyze: Analyzer): WordIndex {
  return wordIndex(analyze, new MiniSearchBuilder(analyze));
}

/** Opens what `serialise` gave; null where it cannot be read. */
export async function openMiniSearch(kept: KeptIndex, analyze: Analyzer): Promise<WordIndex | null> {
  if (!(kept instanceof Blob)) return null;
  try {
    return wordIndex(analyze, readStored(JSON.parse(await kept.text()) as AsPlainObject));
  } catch {
    return null;
  }
}

/** @param from MiniSearch's maps are given up for typed arrays when the last passage is added */
function wordIndex(analyze: Analyzer, from: MiniSearchBuilder | MiniSearchPostings): WordIndex {
  let index = from;
  const finish = (): MiniSearchPostings => (index instanceof MiniSearchBuilder ? (index = index.postings()) : index);
  const scoresOf = (spec: WordSpec): { readonly spec: MiniSearchSpec; readonly scores: MiniSearchScores } => {
    if (spec.kind !== 'minisearch') throw new TypeError(`a MiniSearch index is searched as ${spec.kind}`);
    return { spec, scores: new MiniSearchScores(finish(), spec) };
  };
  return {
    add(texts) {
      if (!(index instanceof MiniSearchBuilder))
        throw new Error('passages are added to an index that is searched already');
      index.addTexts(texts);
    },
    serialise() {
      const pieces = [...storedPieces(finish())];
      const characters = pieces.reduce((sum, piece) => sum + piece.length, 0);
      return characters > LONGEST ? null : new Blob(pieces, { type: 'application/json' });
    },
    searcher(asked) {
      const { scores } = scoresOf(asked);
      return (question, depth) => scores.search(analyze(question), depth);
    },
    explainer(asked) {
      const { spec, scores } = scoresOf(asked);
      return (question, doc, indexed) => explainOne(scores, analyze, question, { doc, indexed }, spec);
    },
  };
}
