import MiniSearch, { type AsPlainObject } from 'minisearch';
import type { KeptIndex } from '../../contract/lexical';
import type { MiniSearchSpec, WordSpec } from '../../domain/spec/retrievers';
import type { Analyzer } from '../../domain/text/open-analyzer';
import { explainOne } from './minisearch-explain';
import { type MiniSearchPostings, readMiniSearch } from './minisearch-postings';
import { MiniSearchScores } from './minisearch-search';
import type { WordIndex } from './word-index';

interface Entry {
  id: number;
  text: string;
}

/** BM25+ over an index that MiniSearch builds. */
export function createMiniSearch(analyze: Analyzer): WordIndex {
  return wordIndex(analyze, new Building(analyze));
}

/** Opens what `serialise` gave; null where it cannot be read. */
export async function openMiniSearch(kept: KeptIndex, analyze: Analyzer): Promise<WordIndex | null> {
  if (!(kept instanceof Blob)) return null;
  try {
    const postings = readMiniSearch(JSON.parse(await kept.text()) as AsPlainObject);
    return wordIndex(analyze, { postings, kept });
  } catch {
    return null;
  }
}

/** An index that can be searched. */
interface Finished {
  readonly postings: MiniSearchPostings;
  /** Null where it is too large to be kept. */
  readonly kept: Blob | null;
}

/** MiniSearch itself, as long as passages are added: its maps are given up for what is read of them. */
class Building {
  private readonly index: MiniSearch<Entry>;

  /** The analyzer gives final terms, so MiniSearch's own term processing is switched off. */
  constructor(analyze: Analyzer) {
    this.index = new MiniSearch({ fields: ['text'], tokenize: analyze, processTerm: (term: string) => term });
  }

  add(texts: readonly string[]): void {
    const first = this.index.documentCount;
    this.index.addAll(texts.map((text, i) => ({ id: first + i, text })));
  }

  finish(): Finished {
    const stored = this.index.toJSON();
    return { postings: readMiniSearch(stored), kept: blobOf(stored) };
  }
}

function wordIndex(analyze: Analyzer, from: Building | Finished): WordIndex {
  let state = from;
  const finish = (): Finished => (state instanceof Building ? (state = state.finish()) : state);
  const scoresOf = (spec: WordSpec): { readonly spec: MiniSearchSpec; readonly scores: MiniSearchScores } => {
    if (spec.kind !== 'minisearch') throw new TypeError(`a MiniSearch index is searched as ${spec.kind}`);
    return { spec, scores: new MiniSearchScores(finish().postings, spec) };
  };
  return {
    add(texts) {
      if (!(state instanceof Building)) throw new Error('passages are added to an index that is searched already');
      state.add(texts);
    },
    serialise: () => finish().kept,
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

function blobOf(stored: AsPlainObject): Blob | null {
  try {
    return new Blob([JSON.stringify(stored)], { type: 'application/json' });
  } catch (error) {
    // `Invalid string length`: the one way in which an index can be too large to be written.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
