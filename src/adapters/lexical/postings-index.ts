import type { KeptIndex } from '../../contract/workers';
import { openExplainer } from '../../domain/retrieval/lexical/explain';
import { openWords } from '../../domain/retrieval/lexical/open-words';
import { Postings, type StoredPostings } from '../../domain/retrieval/lexical/postings';
import { PostingsBuilder } from '../../domain/retrieval/lexical/postings-builder';
import type { Analyzer } from '../../domain/text/plain-text';
import type { WordIndex } from './word-index';

/** An index of our own: postings in typed arrays. */
export function createPostings(analyze: Analyzer): WordIndex {
  return wordIndex(analyze, new PostingsBuilder(), null);
}

/** Opens what `serialise` gave; null where it cannot be read. */
export function openPostings(kept: KeptIndex, analyze: Analyzer): WordIndex | null {
  if (kept instanceof Blob) return null;
  try {
    return wordIndex(analyze, new PostingsBuilder(), { stored: kept, postings: new Postings(kept) });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

interface Finished {
  readonly stored: StoredPostings;
  readonly postings: Postings;
}

function wordIndex(analyze: Analyzer, builder: PostingsBuilder, opened: Finished | null): WordIndex {
  let finished = opened;
  const finish = (): Finished => {
    if (!finished) {
      const stored = builder.finish();
      finished = { stored, postings: new Postings(stored) };
    }
    return finished;
  };
  return {
    add(texts) {
      if (finished) throw new Error('passages are added to an index that is searched already');
      builder.add(texts.map(analyze));
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
