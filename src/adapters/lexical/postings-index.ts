import type { KeptIndex } from '../../contract/workers';
import { openExplainer } from '../../domain/retrieval/lexical/explain';
import { openWords } from '../../domain/retrieval/lexical/open-words';
import { Postings, type StoredPostings } from '../../domain/retrieval/lexical/postings';
import { PostingsBuilder } from '../../domain/retrieval/lexical/postings-builder';
import type { Analyzer } from '../../domain/text/plain-text';
import type { WordIndex } from './word-index';

/** An index of our own: postings in typed arrays. */
export function createPostings(analyze: Analyzer): WordIndex {
  return wordIndex(analyze, new PostingsBuilder());
}

/** Opens what `serialise` gave; null where it cannot be read. */
export function openPostings(kept: KeptIndex, analyze: Analyzer): WordIndex | null {
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

/** @param from a builder is given up when the last passage is added: it takes more memory than what it built */
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
